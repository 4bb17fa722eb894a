import { useMemo } from 'react'
import type { Delta } from '#shared/delta/delta.ts'
import { toHtml } from '#shared/delta/html.ts'
import { readDocument } from '#web/richText/readDocument.ts'
import prose from '#web/richText/Prose.module.css'
import { useStrings } from '#web/platform/strings/strings.ts'

/** The text as the reader shows it, but inert: links and buttons do nothing. */
export function DocumentText({ value }: { value: unknown }) {
  const { files: t, reader } = useStrings()
  const text = useMemo(() => {
    if (!isDelta(value)) return undefined
    const { annotations } = value
    return readDocument(
      { case_content: toHtml(value), footnotes: value.footnotes, annotations },
      plainLabels(reader.label),
    )
  }, [value, reader])
  if (!text) return <p>{t.documentEmpty}</p>
  return <div inert className={prose.prose} dir="rtl" lang="dv" dangerouslySetInnerHTML={text.markup} />
}

/** Labels without "opens …", because nothing can be opened here. */
const plainLabels = (label: string) => ({
  footnote: String,
  annotation: () => label,
  openCase: (number: string) => number,
  table: String,
  page: (number: string) => ({ short: number, full: number }),
})

const isDelta = (value: unknown): value is Delta =>
  typeof value === 'object' &&
  value !== null &&
  ['content', 'footnotes', 'annotations'].every((part) => Array.isArray(value[part as keyof typeof value]))
