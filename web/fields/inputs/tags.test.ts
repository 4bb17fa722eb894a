import { expect, test } from 'vitest'
import { joinTags, splitTags } from './tags.ts'

test.each([
  ['names between separators', 'Ali|Hassan', ['Ali', 'Hassan']],
  ['lines of a list', 'Ali\nHassan\r\nMariyam', ['Ali', 'Hassan', 'Mariyam']],
  ['cells of a table', 'Ali\tHassan', ['Ali', 'Hassan']],
  ['names with spaces around and inside', ' Ali   Hassan | Mariyam ', ['Ali Hassan', 'Mariyam']],
  ['nothing', ' | ', []],
  ['the same name twice', 'Ali|Ali', ['Ali']],
])('%s are told apart', (_name, text, names) => {
  expect(splitTags(text, '|')).toEqual(names)
})

test('a name with a separator in it is two', () => {
  expect(joinTags(['Ali|Hassan', 'Mariyam'], '|')).toBe('Ali|Hassan|Mariyam')
})
