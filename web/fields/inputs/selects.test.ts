import { expect, test } from 'vitest'
import { joinTags, splitTags } from './selects.tsx'

test.each([
  ['names between separators', 'Ali|Hassan', ['Ali', 'Hassan']],
  ['lines of a list', 'Ali\nHassan\r\nMariyam', ['Ali', 'Hassan', 'Mariyam']],
  ['cells of a table', 'Ali\tHassan', ['Ali', 'Hassan']],
  ['names with spaces around and inside', ' Ali   Hassan | Mariyam ', ['Ali Hassan', 'Mariyam']],
  ['nothing', ' | ', []],
  ['two people of one name', 'Ali|Ali', ['Ali', 'Ali']],
])('%s are split into names', (_name, text, names) => {
  expect(splitTags(text, '|')).toEqual(names)
})

test('a name that contains a separator is split in two', () => {
  expect(joinTags(['Ali|Hassan', 'Mariyam'], '|')).toBe('Ali|Hassan|Mariyam')
})
