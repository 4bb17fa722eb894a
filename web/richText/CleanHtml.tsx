import { useMemo } from 'react'
import { useStrings } from '#web/platform/strings/strings.ts'
import { isolateNumbersIn, frameTables, sanitizeRichText, trustedHtml } from './sanitizer.ts'
import { scriptOf } from './scriptOf.ts'
import styles from './CleanHtml.module.css'

/** Sanitized HTML, in the language of most of its letters; an element may set its own language and direction. */
export function CleanHtml({ html, className }: { html: string; className: string }) {
  const { table } = useStrings().reader
  // React rewrites the HTML whenever this object changes.
  const { script, markup } = useMemo(() => read(html, table), [html, table])
  return <div className={`${styles.rich} ${className}`} {...script} dangerouslySetInnerHTML={markup} />
}

function read(html: string, tableLabel: (number: number) => string) {
  const fragment = sanitizeRichText(html)
  const script = scriptOf(fragment.textContent)
  isolateNumbersIn(fragment)
  frameTables(fragment, tableLabel)
  return { script, markup: { __html: trustedHtml(fragment) } }
}
