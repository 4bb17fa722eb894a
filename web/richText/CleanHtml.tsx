import purify from 'dompurify'
import { useMemo } from 'react'
import { isolateNumbersIn } from './isolateNumbersIn.ts'
import styles from './CleanHtml.module.css'

/** The elements that the server accepts in rich text. */
const allowed = {
  ALLOWED_TAGS: ['p', 'br', 'strong', 'b', 'em', 'i', 'u', 's', 'h1', 'h2', 'h3', 'ol', 'ul', 'li', 'blockquote', 'a', 'span', 'sub', 'sup', 'table', 'thead', 'tbody', 'tr', 'td', 'th', 'bdi', 'img'], // prettier-ignore
  ALLOWED_ATTR: ['dir', 'lang', 'href', 'title', 'rel', 'colspan', 'rowspan', 'scope', 'class', 'src', 'alt'],
  ADD_URI_SAFE_ATTR: ['dir', 'lang', 'rel', 'colspan', 'rowspan', 'scope', 'class', 'alt'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  // Links go to other sites by https or to e-mail addresses; images are files of this site.
  ALLOWED_URI_REGEXP: /^(https:|mailto:|\/(?![/\\]))/i,
  RETURN_DOM_FRAGMENT: true as const,
}

/** Sanitized HTML, in Dhivehi unless an element sets its own language and direction. */
export function CleanHtml({ html, className }: { html: string; className: string }) {
  // React rewrites the HTML whenever this object changes.
  const markup = useMemo(() => ({ __html: sanitize(html) }), [html])
  return <div className={`${styles.rich} ${className}`} lang="dv" dir="rtl" dangerouslySetInnerHTML={markup} />
}

function sanitize(html: string) {
  const fragment = purify.sanitize(html, allowed)
  isolateNumbersIn(fragment)
  const container = document.createElement('div')
  container.append(fragment)
  return container.innerHTML
}
