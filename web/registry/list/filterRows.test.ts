import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Row } from '#shared/calls/crud.ts'
import type { Field } from '#shared/resource/field.ts'
import type { ListColumn } from './listColumns.ts'
import { filterRows, foldRows, type RowFilter } from './filterRows.ts'

const label = { dv: '', en: '' }
const text: Field = { kind: 'text', max: 200, label }
const columns = [
  { name: 'name', field: text },
  { name: 'amount', field: { kind: 'number', label } satisfies Field },
  { name: 'day', field: { kind: 'date', format: 'YYYY-MM-DD', label } satisfies Field },
  { name: 'number', field: { ...text, sortedBy: 'order' } satisfies Field },
]
const fieldsOf = (all: readonly ListColumn[]) => Object.fromEntries(all.map(({ name, field }) => [name, field]))
const rows: Row[] = [
  { id: 1, version: 1, name: 'ޤާނޫނު', amount: 10, day: '2021-03-02', number: '9/A/2020', order: 1 },
  { id: 2, version: 1, name: 'ހުކުމް', amount: 9, day: null, number: '', order: 0 },
  { id: 3, version: 1, name: 'Civil Court', amount: 100, day: '2019-12-31', number: '10/A/2020', order: 2 },
]
const none: RowFilter = { search: '', columns: {}, sort: undefined }
const find = (filter: Partial<RowFilter>) =>
  filterRows(foldRows(rows, columns, 'en'), fieldsOf(columns), { ...none, ...filter }).map(({ id }) => id)

test('a search finds the rows that have every word in some column, however it is spelled', () => {
  expect(find({ search: 'ގާނޫން' })).toEqual([1])
  expect(find({ search: 'court 100' })).toEqual([3])
  expect(find({ search: 'court 7' })).toEqual([])
  expect(find({ search: ' ' })).toEqual([1, 2, 3])
})

test('a column filter looks in its own column only, and an unknown column filters nothing', () => {
  expect(find({ columns: { amount: '10' } })).toEqual([1, 3])
  expect(find({ columns: { amount: '10', name: 'civil' } })).toEqual([3])
  expect(find({ columns: { gone: 'civil' } })).toEqual([1, 2, 3])
})

test.each(['2 މާރިޗު 2021', '2021-03-02', 'march 2021', 'Mar 2nd'])('a day is found by %s in both languages', (words) => {
  const format = 'DD MMM YYYY'
  const dated = [{ name: 'day', field: { kind: 'date', format, label } satisfies Field }]
  for (const language of ['dv', 'en'] as const)
    expect(
      filterRows(foldRows(rows, dated, language), fieldsOf(dated), { ...none, columns: { day: words } }).map(
        ({ id }) => id,
      ),
    ).toEqual([1])
})

test('a moment is found by its day and its time in both languages', () => {
  const dated = [{ name: 'at', field: { kind: 'moment', format: 'DD MMM YYYY HH:mm', label } satisfies Field }]
  const moments: Row[] = [{ id: 7, version: 1, at: '2021-03-02T14:30' }]
  for (const language of ['dv', 'en'] as const)
    for (const search of ['މާރިޗު 14:30', '2021-03-02', 'March'])
      expect(filterRows(foldRows(moments, dated, language), {}, { ...none, search })).toHaveLength(1)
})

test('numbers sort as numbers, texts by the alphabet, dates by the calendar, and nulls come first', () => {
  expect(find({ sort: { by: 'amount', descending: false } })).toEqual([2, 1, 3])
  expect(find({ sort: { by: 'amount', descending: true } })).toEqual([3, 1, 2])
  expect(find({ sort: { by: 'day', descending: false } })).toEqual([2, 3, 1])
  expect(find({ sort: { by: 'name', descending: false } })).toEqual([3, 2, 1])
})

test('a column with sortedBy sorts by the other column', () => {
  expect(find({ sort: { by: 'number', descending: false } })).toEqual([2, 1, 3])
})

test('a choice sorts in the order of its list, also when it is no column of the list', () => {
  const states = ['done', 'new', 'open', 'new'].map((state, id): Row => ({ id, version: 1, state }))
  const fields = { state: { kind: 'choice', choices: ['new', 'open', 'done'], sorts: true, label } satisfies Field }
  const sorted = (descending: boolean) =>
    filterRows(foldRows(states, [], 'dv'), fields, { ...none, sort: { by: 'state', descending } }).map(({ id }) => id)
  expect(sorted(false)).toEqual([1, 3, 2, 0])
  expect(sorted(true)).toEqual([0, 2, 3, 1])
})

test('an empty text is found by the name of the file that is shown in its place, and sorts as an empty one', () => {
  const titled = { name: 'title', field: { ...text, tableDefaultFile: 'pdf_file' } satisfies Field }
  const files = ['', 'ޤާނޫނު', 'Annex'].map((title, id): Row => ({
    id,
    version: 1,
    title,
    pdf_file: { id, name: `Ruling-${id}.pdf` },
  }))
  const filtered = (filter: Partial<RowFilter>) =>
    filterRows(foldRows(files, [titled], 'dv'), fieldsOf([titled]), { ...none, ...filter }).map(({ id }) => id)
  expect(filtered({ search: 'ruling' })).toEqual([0])
  expect(filtered({ columns: { title: 'PDF' } })).toEqual([0])
  expect(filtered({ sort: { by: 'title', descending: false } })).toEqual([0, 2, 1])
})

// Letters that the fold leaves as they are.
const anyText = fc.string({ unit: fc.constantFrom('ކ', 'ޓ', 'a', ' '), maxLength: 6 })
const twoColumns = ['name', 'note'].map((name) => ({ name, field: text }))
const anyRows = fc
  .array(fc.tuple(anyText, anyText), { maxLength: 30 })
  .map((texts) => texts.map(([name, note], id): Row => ({ id, version: 1, name, note })))
const anyColumns = fc.dictionary(fc.constantFrom('name', 'note'), anyText, { maxKeys: 2 })

/** Reference implementation: tests each row for each word. */
function referenceFilter(all: readonly Row[], search: string, inColumns: Readonly<Record<string, string>>) {
  const words = (text: string) => text.split(' ').filter((word) => word !== '')
  const hasWord = (texts: readonly unknown[], word: string) => texts.some((one) => String(one).includes(word))
  return all.filter(
    (row) =>
      words(search).every((word) => hasWord([row['name'], row['note']], word)) &&
      Object.entries(inColumns).every(([name, text]) => words(text).every((word) => hasWord([row[name]], word))),
  )
}

test('a filter finds exactly the rows that hold every word, in the order in which they came', () => {
  fc.assert(
    fc.property(anyRows, anyText, anyColumns, (all, search, inColumns) => {
      const found = filterRows(foldRows(all, twoColumns, 'dv'), fieldsOf(twoColumns), {
        search,
        columns: inColumns,
        sort: undefined,
      })
      expect(found).toEqual(referenceFilter(all, search, inColumns))
    }),
  )
})

test('rows with equal values sort by their id, and descending order is ascending order reversed', () => {
  fc.assert(
    fc.property(anyRows, (all) => {
      const sorted = (descending: boolean) =>
        filterRows(foldRows(all, twoColumns, 'dv'), fieldsOf(twoColumns), { ...none, sort: { by: 'name', descending } })
      expect(sorted(true)).toEqual(sorted(false).reverse())
    }),
  )
})
