import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createTestFinder, filesIn, missingFiles, readFile, testsIn } from './namedTests.ts'
import { cellsOf, plain, rowsOfSpecification } from './specificationRows.ts'

/** Checks `specification.md`, which names the files and tests of every row of the specification. */

const root = join(import.meta.dirname, '../..')
const documents = ['back-office.md', 'end-user.md']
/** The number of rows that are not implemented yet; it may only decrease. */
const notImplemented = 0

type Row = { document: string; section: string; words: string; where: string; heldBy: string; later: string }

const rows = rowsOf(readFile('test/specification/specification.md'))

/** Parses the tables under each document and section. */
function rowsOf(markdown: string): Row[] {
  let document = ''
  let section = ''
  return markdown.split('\n').flatMap((line) => {
    document = /^## .*`([^`]+)`$/.exec(line)?.[1] ?? document
    section = /^### (.*)$/.exec(line)?.[1] ?? section
    if (!line.startsWith('|') || /^\|( The specification|[\s|:-]+\|$)/.test(line)) return []
    const [words = '', where = '', heldBy = '', later = ''] = cellsOf(line)
    return [{ document, section, words: plain(words), where, heldBy, later }]
  })
}

const describeRow = ({ document, section, words }: Row) => `${document}, ${section}: ${words}`

test('every row of the specification names its files and tests, or a later part', () => {
  const incomplete = rows.filter(
    ({ where, heldBy, later }) => later === '' && (filesIn(where).length === 0 || testsIn(heldBy).length === 0),
  )
  expect(rows.length).toBeGreaterThan(400)
  expect(incomplete.map(describeRow)).toEqual([])
})

test('every implemented row of the specification names a test', () => {
  expect(
    rows.filter(({ where, heldBy }) => filesIn(where).length > 0 && testsIn(heldBy).length === 0).map(describeRow),
  ).toEqual([])
})

test('every file named in the specification table exists', () => {
  const names = rows.flatMap(({ where, heldBy }) => [...filesIn(where), ...testsIn(heldBy).map(({ file }) => file)])
  expect(missingFiles(names)).toEqual([])
})

test('every test named in the specification table is in its file', () => {
  const exists = createTestFinder()
  const missing = rows.flatMap((row) =>
    testsIn(row.heldBy)
      .filter((one) => !exists(one))
      .map(({ file, title }) => `${describeRow(row)} → ${file}: ${title}`),
  )
  expect(missing).toEqual([])
})

test('every later part is listed at the head of the specification table', () => {
  const head = readFile('test/specification/specification.md').split('\n## ')[0] ?? ''
  const parts = rows.flatMap(({ later }) => later.split('<br>')).filter((part) => part !== '')
  const unknown = parts.filter((part) => !part.startsWith('Not there yet: ') && !head.includes(`**${part}**`))
  expect(unknown).toEqual([])
})

test('the number of rows that are not implemented does not increase', () => {
  expect(rows.filter(({ later }) => later.includes('Not there yet')).length).toBe(notImplemented)
})

/** The specification itself is not part of the repository; compare with it where it exists. */
const available = documents.filter((name) => existsSync(join(root, '../shared/spec', name)))

describe.runIf(available.length > 0)('the specification table compared with the documents', () => {
  test.each(documents)('the table contains exactly the rows of %s', (name) => {
    const specified = rowsOfSpecification(readFileSync(join(root, '../shared/spec', name), 'utf8')).filter(
      ({ text }) => !text.endsWith(':'),
    )
    const listed = rows.filter(({ document }) => document === name)
    const isSameRow = (row: { section: string; text: string }, { section, words }: Row) =>
      section === (row.section || 'Introduction') &&
      (words.endsWith('…') ? row.text.startsWith(words.slice(0, -1)) : row.text === words)
    expect(specified.filter((row) => !listed.some((one) => isSameRow(row, one))).map(({ text }) => text)).toEqual([])
    expect(listed.filter((one) => !specified.some((row) => isSameRow(row, one))).map(describeRow)).toEqual([])
    expect(listed).toHaveLength(specified.length)
  })
})
