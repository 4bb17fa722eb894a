import { expect, test } from 'vitest'
import { groupSuggestions } from './groupSuggestions.ts'

test("suggestions are grouped in the server's order of kinds, with a running index", () => {
  const of = (kind: 'word' | 'party' | 'number', text: string) => ({ kind, text })
  const groups = groupSuggestions([
    of('party', 'Ahmed'),
    of('word', 'ahead'),
    of('party', 'Ahmad'),
    of('number', '1/A/2'),
  ])
  expect(groups.map(({ kind, firstIndex, rows }) => [kind, firstIndex, rows.map(({ text }) => text)])).toEqual([
    ['party', 0, ['Ahmed', 'Ahmad']],
    ['word', 2, ['ahead']],
    ['number', 3, ['1/A/2']],
  ])
  expect(groupSuggestions([])).toEqual([])
})
