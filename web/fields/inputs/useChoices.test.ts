import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { choicesOf, choicesQuery, lookupRequest, selectedRows, toOptions } from './useChoices.ts'

const courts = [
  { id: 1, name: 'Supreme Court' },
  { id: 2, name: 'High Court' },
]

test.each([
  ['words', 'ab', undefined, { SearchQuery: 'ab' }],
  ['nothing', '', undefined, {}],
  ['the row that is chosen in its parent', '', { id: 3, name: 'Civil Court' }, { id: 3 }],
  ['the day that is chosen in its parent', 'ab', '2021-11-14', { SearchQuery: 'ab', Date: '2021-11-14' }],
  ['no parent where none is chosen', '', null, {}],
])('a lookup request contains %s', (_name, text, parent, request) => {
  expect(lookupRequest(text, parent)).toEqual(request)
})

test('a selected row stays an option even if the search did not find it', () => {
  expect(toOptions(courts, [{ id: 9, name: 'Family Court' }]).map(({ label }) => label)).toEqual([
    'Supreme Court',
    'High Court',
    'Family Court',
  ])
})

test('an option without a name is labeled by its id', () => {
  expect(toOptions([], [{ id: 9, name: '' }])).toEqual([{ value: '9', label: '#9' }])
})

test('selected rows keep the order of selection and their known columns', () => {
  const previous = [{ id: 9, name: 'Family Court', color: 'good' }]
  expect(selectedRows(['9', '1'], courts, previous)).toEqual([previous[0], courts[0]])
})

test('a change of a row makes the choices of all selects stale that offer rows of its resource', () => {
  const client = new QueryClient()
  const lookups = [
    { from: 'courts', call: 'caseFiles/getCourtList' },
    { from: 'courts', call: 'judges/getCourtList' },
    { from: 'judges', call: 'caseFiles/getJudgeList' },
  ]
  const keys = lookups.map((lookup) => choicesQuery(lookup, '', undefined, true).queryKey)
  for (const key of keys) client.setQueryData(key, { data: [] })
  void client.invalidateQueries({ queryKey: choicesOf('courts') })
  expect(keys.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true, false])
})
