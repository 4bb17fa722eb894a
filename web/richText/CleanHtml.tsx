import { useMemo } from 'react'
import { isolateNumbersIn, frameTables, sanitizeRichText, trustedHtml } from './sanitizer.ts'
import { scriptOf } from './scriptOf.ts'
import styles from './CleanHtml.module.css'

/** Sanitized HTML, in the language of most of its letters; an element may set its own language and direction. */
export function CleanHtml({ html, className }: { html: string; className: string }) {
  // React rewrites the HTML whenever this object changes.
  const { script, markup } = useMemo(() => read(html), [html])
  return <div className={`${styles.rich} ${className}`} {...script} dangerouslySetInnerHTML={markup} />
}

function read(html: string) {
  const fragment = sanitizeRichText(html)
  const script = scriptOf(fragment.textContent)
  isolateNumbersIn(fragment)
  frameTables(fragment)
  return { script, markup: { __html: trustedHtml(fragment) } }
}
