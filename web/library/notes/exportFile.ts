import type { ExportedNote } from '#shared/calls/notes.ts'
import type { Language } from '#shared/messages.ts'
import { formatDay } from '#shared/text/format/dates.ts'
import { isolate } from '#shared/text/format/isolate.ts'

type ExportLabels = {
  paragraph: (number: number) => string
  footnote: (number: number) => string
  state: (note: ExportedNote) => string
  type: (note: ExportedNote) => string
  category: (note: ExportedNote) => string
}

/**
 * The notes as plain text: it opens in every editor and word processor with its Dhivehi, which a table of comma-separated values
 * loses in a spreadsheet that expects another encoding.
 */
export function writeNotes(
  head: readonly string[],
  notes: readonly ExportedNote[],
  labels: ExportLabels,
  language: Language,
) {
  const sections = notes.map((note) => writeNote(note, labels, language))
  return `${[
    head
      .filter((line) => line !== '')
      .map(isolate)
      .join('\n'),
    ...sections,
  ].join('\n\n')}\n`
}

function writeNote(
  note: ExportedNote,
  { paragraph, footnote, state, type, category }: ExportLabels,
  language: Language,
): string {
  const { Title, Description, quote, created_at } = note
  const printed = note.paragraph?.printed
  const place = [
    printed === null || printed === undefined ? '' : paragraph(printed),
    note.footnote === null ? '' : footnote(note.footnote),
    type(note),
    category(note),
    note.state === 'placed' ? '' : state(note),
    isolate(formatDay(created_at.slice(0, 10), language)),
  ]
  const lines = [
    Title,
    place.filter((part) => part !== '').join(' · '),
    quote === null ? '' : `«${quote}»`,
    Description,
  ]
  return lines.filter((line) => line !== '').join('\n')
}
