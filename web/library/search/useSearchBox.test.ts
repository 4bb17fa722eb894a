import { expect, test } from 'vitest'
import { type Draft, draftAt } from './useSearchBox.ts'

test('letters that are typed while the URL catches up with a search stay in the search box', () => {
  let draft: Draft = { text: 'abc', inUrl: '', sent: 'abc' }
  expect(draftAt(draft, '').text).toBe('abc')
  draft = { ...draftAt(draft, ''), text: 'abcd' }
  draft = draftAt(draft, 'abc')
  expect(draft.text).toBe('abcd')
  expect({ ...draftAt(draft, 'abc'), text: 'abcde' }.text).toBe('abcde')
})

test('going back in history replaces the text of the search box by the query searched there', () => {
  const draft = draftAt({ text: 'abcd', inUrl: 'first', sent: 'abc' }, 'abc')
  expect(draftAt(draft, 'first')).toEqual({ text: 'first', inUrl: 'first' })
})
