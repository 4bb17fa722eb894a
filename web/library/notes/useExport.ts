import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CaseDetails } from '#shared/calls/search.ts'
import type { ExportedNote } from '#shared/calls/notes.ts'
import type { Language } from '#shared/messages.ts'
import { dayInMaldives, formatDay } from '#shared/text/format/dates.ts'
import { isolate } from '#shared/text/format/isolate.ts'
import { post } from '#web/platform/api/client.ts'
import { noteStrings } from '#web/platform/strings/noteStrings.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { showAnswer, showToast } from '#web/platform/toasts/toasts.tsx'
import { annotationTypeOf } from './noteTypes.ts'

/** Downloads the notes on a case as a plain text file. */
export function useExport(reference: string) {
  const client = useQueryClient()
  const language = useLanguage()
  const { types, categories, footnote } = useStrings().reader
  const strings = noteStrings[language]
  const [isExporting, setExporting] = useState(false)
  const download = async () => {
    setExporting(true)
    const answer = await post('notes/export', { Reference: reference })
    setExporting(false)
    if (answer.Status === 'error') {
      showAnswer(answer)
      return
    }
    const details = client.getQueryData<CaseDetails>(['case', reference, 'text'])
    const numbers = details?.case_numbers.map(({ number }) => number) ?? []
    const labels = {
      paragraph: strings.paragraph,
      footnote,
      state: ({ state }: { state: keyof typeof strings.states }) => strings.states[state],
      type: ({ Type }: { Type: keyof typeof annotationTypeOf }) => types[annotationTypeOf[Type]],
      category: ({ Category }: { Category: keyof typeof categories }) => categories[Category],
    }
    const head = [details?.title ?? '', numbers.join(' · '), details?.court.name ?? '', strings.own]
    saveFile(`${(numbers[0] ?? reference).replaceAll('/', '-')}.txt`, writeNotes(head, answer.data, labels, language))
    if (answer.omitted > 0) showToast('caution', strings.omitted(answer.omitted))
  }
  return { isExporting, download }
}

function saveFile(name: string, text: string) {
  // The byte order mark: without it, some editors read the file in another encoding.
  const address = URL.createObjectURL(new Blob(['\ufeff', text], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

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
    isolate(formatDay(dayInMaldives(created_at), language)),
  ]
  const lines = [
    Title,
    place.filter((part) => part !== '').join(' · '),
    quote === null ? '' : `«${quote}»`,
    Description,
  ]
  return lines.filter((line) => line !== '').join('\n')
}
