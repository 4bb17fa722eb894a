import { expect, test } from 'vitest'
import type { ExportedNote } from '#shared/calls/notes.ts'
import { stripDirectionMarks } from '#shared/text/format/isolate.ts'
import { writeNotes } from './useExport.ts'

const note: ExportedNote = {
  Type: 'Warning',
  Title: 'ޝަރުޠު',
  Category: 'usul',
  Description: 'އިސްތިއުނާފުގައި ބޭނުންކުރުން',
  state: 'placed',
  paragraph: { number: 9, printed: 6 },
  footnote: null,
  // The 12th in the Maldives.
  created_at: '2024-08-11T20:00:00.000Z',
  quote: 'އެއްބަސްވުމެއްގެ ޝަރުޠުތަކަށް',
}
const labels = {
  paragraph: (number: number) => `Paragraph ${number}`,
  footnote: (number: number) => `Footnote ${number}`,
  state: () => 'Changed',
  type: () => 'Warning',
  category: () => 'Principle',
}
const write = (notes: ExportedNote[]) => stripDirectionMarks(writeNotes(['1124/Cv-C/2021', ''], notes, labels, 'en'))

test('a file of notes has the case, and for each note its title, place, quotation, and description', () => {
  expect(write([note])).toBe(
    `1124/Cv-C/2021\n\n${note.Title}\nParagraph 6 · Warning · Principle · 12 August 2024\n«${note.quote ?? ''}»\n${note.Description}\n`,
  )
})

test('a note on a footnote has its number', () => {
  expect(write([{ ...note, paragraph: null, footnote: 2 }])).toContain('\nFootnote 2 · Warning')
})

test('a note without a quotation or a paragraph number leaves them out, and one that waits has its state', () => {
  expect(write([{ ...note, quote: null, paragraph: null, state: 'lost' }])).toBe(
    `1124/Cv-C/2021\n\n${note.Title}\nWarning · Principle · Changed · 12 August 2024\n${note.Description}\n`,
  )
})
