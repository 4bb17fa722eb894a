import { expect, test } from 'vitest'
import { createTestFinder, missingFiles, readFile, testsIn } from './namedTests.ts'
import { cellsOf } from './specificationRows.ts'

/** Checks `docs/security.md`, which names the tests of every row that must hold. */

const rows = readFile('docs/security.md')
  .split('\n')
  .filter((line) => /^\| [SCA]\d+ /.test(line))
  .map((line) => {
    const [id = '', , shownBy = ''] = cellsOf(line)
    return { id, shownBy }
  })
const numbered = (letter: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${letter}${String(index + 1).padStart(2, '0')}`)

test('the security document has every row of its design once, and of the failures of others', () => {
  const ids = rows.map(({ id }) => id).filter((id) => !id.startsWith('A'))
  expect(ids).toEqual([...numbered('S', 83), ...numbered('C', 25)])
})

test('every row of the security document names a test, or why it needs none', () => {
  const unshown = rows.filter(({ shownBy }) => testsIn(shownBy).length === 0 && !shownBy.startsWith('No subject: '))
  expect(unshown.map(({ id }) => id)).toEqual([])
})

test('every test named in the security document is in its file', () => {
  const named = rows.flatMap(({ id, shownBy }) => testsIn(shownBy).map((one) => ({ id, ...one })))
  expect(named.length).toBeGreaterThan(150)
  expect(missingFiles(named.map(({ file }) => file))).toEqual([])
  const exists = createTestFinder()
  expect(named.filter((one) => !exists(one)).map(({ id, file, title }) => `${id} → ${file}: ${title}`)).toEqual([])
})
