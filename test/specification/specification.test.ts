import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cellsOf, plain, rowsOfSpecification } from './specificationRows.ts'

/** `docs/specification.md` says where every row of the specification is done and what holds it: is that so? */

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const documents = ['back-office.md', 'end-user.md']
/** What of the specification is not there yet; it may only become less. */
const notThereYet = 0

type Row = { document: string; section: string; words: string; where: string; heldBy: string; later: string }

const rows = rowsOf(read('docs/specification.md'))

/** The rows of the tables under each document and section. */
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

const filesIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, file]) => file ?? '')
/** The tests that a row names: of each file the titles after it. */
const testsIn = (cell: string) =>
  cell.split('<br>').flatMap((line) => {
    const [file = ''] = filesIn(line)
    return [...line.matchAll(/“(.*?)”(?=, “|$)/g)].map(([, title]) => ({ file, title: (title ?? '').replace(/\\\|/g, '|') }))
  }) // prettier-ignore
const say = ({ document, section, words }: Row) => `${document}, ${section}: ${words}`

test('every row of the specification names where it is done and what holds it, or the later part it lies in', () => {
  const silent = rows.filter(
    ({ where, heldBy, later }) => later === '' && (filesIn(where).length === 0 || testsIn(heldBy).length === 0),
  )
  expect(rows.length).toBeGreaterThan(400)
  expect(silent.map(say)).toEqual([])
})

test('whatever is done is held by a test', () => {
  expect(rows.filter(({ where, heldBy }) => filesIn(where).length > 0 && testsIn(heldBy).length === 0).map(say)).toEqual([])
}) // prettier-ignore

test('every file that is named is there', () => {
  const named = new Set(rows.flatMap(({ where, heldBy }) => [...filesIn(where), ...testsIn(heldBy).map(({ file }) => file)]))
  expect([...named].filter((file) => !existsSync(join(root, file)))).toEqual([])
}) // prettier-ignore

test('every test that is named is in its file', () => {
  const texts = new Map<string, string>()
  const isThere = ({ file, title }: { file: string; title: string }) => {
    const text = texts.get(file) ?? read(file).replaceAll("\\'", "'")
    texts.set(file, text)
    return ["'", '"', '`'].some((quote) => text.includes(`${quote}${title}${quote}`))
  }
  const missing = rows.flatMap((row) => testsIn(row.heldBy).filter((one) => !isThere(one)).map(({ file, title }) => `${say(row)} → ${file}: ${title}`)) // prettier-ignore
  expect(missing).toEqual([])
})

test('a later part is one of those that are told at the head of the document', () => {
  const head = read('docs/specification.md').split('\n## ')[0] ?? ''
  const parts = rows.flatMap(({ later }) => later.split('<br>')).filter((part) => part !== '')
  const unknown = parts.filter((part) => !part.startsWith('Not there yet: ') && !head.includes(`**${part}**`))
  expect(unknown).toEqual([])
})

test('what is not there yet only becomes less', () => {
  expect(rows.filter(({ later }) => later.includes('Not there yet')).length).toBe(notThereYet)
})

/** Documents that are not part of the repository: where they lie beside it. */
const beside = documents.filter((name) => existsSync(join(root, '../shared/spec', name)))

describe.runIf(beside.length > 0)('beside the documents themselves', () => {
  test.each(documents)('every row of %s is here, and no other', (name) => {
    const specified = rowsOfSpecification(readFileSync(join(root, '../shared/spec', name), 'utf8')).filter(({ text }) => !text.endsWith(':')) // prettier-ignore
    const here = rows.filter(({ document }) => document === name)
    const isHere = (row: { section: string; text: string }, { section, words }: Row) =>
      section === (row.section || 'Introduction') &&
      (words.endsWith('…') ? row.text.startsWith(words.slice(0, -1)) : row.text === words)
    expect(specified.filter((row) => !here.some((one) => isHere(row, one))).map(({ text }) => text)).toEqual([])
    expect(here.filter((one) => !specified.some((row) => isHere(row, one))).map(say)).toEqual([])
    expect(here).toHaveLength(specified.length)
  })
})
