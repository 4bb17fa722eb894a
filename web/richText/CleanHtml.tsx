import { useMemo } from 'react'
import { isolateNumbersIn } from './isolateNumbersIn.ts'
import { sanitizeRichText, trustedHtml } from './sanitizer.ts'
import styles from './CleanHtml.module.css'

/** Sanitized HTML, in Dhivehi unless an element sets its own language and direction. */
export function CleanHtml({ html, className }: { html: string; className: string }) {
  // React rewrites the HTML whenever this object changes.
  const markup = useMemo(() => ({ __html: trustedHtml(withIsolatedNumbers(html)) }), [html])
  return <div className={`${styles.rich} ${className}`} lang="dv" dir="rtl" dangerouslySetInnerHTML={markup} />
}

function withIsolatedNumbers(html: string) {
  const fragment = sanitizeRichText(html)
  isolateNumbersIn(fragment)
  return fragment
}
