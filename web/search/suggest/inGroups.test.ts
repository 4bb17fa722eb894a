import { expect, test } from 'vitest'
import { inGroups } from './inGroups.ts'

test('kinds keep the order of the server, and rows are counted through', () => {
  const of = (kind: 'word' | 'party' | 'number', text: string) => ({ kind, text })
  const groups = inGroups([of('party', 'Ahmed'), of('word', 'ahead'), of('party', 'Ahmad'), of('number', '1/A/2')])
  expect(groups.map(({ kind, from, rows }) => [kind, from, rows.map(({ text }) => text)])).toEqual([
    ['party', 0, ['Ahmed', 'Ahmad']],
    ['word', 2, ['ahead']],
    ['number', 3, ['1/A/2']],
  ])
  expect(inGroups([])).toEqual([])
})
