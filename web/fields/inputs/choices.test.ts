import { expect, test } from 'vitest'
import { choicesAsked, chosenOf, entriesOf } from './choices.ts'

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
])('a lookup is asked for %s', (_name, text, parent, asked) => {
  expect(choicesAsked(text, parent)).toEqual(asked)
})

test('what is chosen stays in the list though it was not found', () => {
  expect(entriesOf(courts, [{ id: 9, name: 'Family Court' }]).map(({ label }) => label)).toEqual([
    'Supreme Court',
    'High Court',
    'Family Court',
  ])
})

test('a choice without a name goes by its number', () => {
  expect(entriesOf([], [{ id: 9, name: '' }])).toEqual([{ value: '9', label: '#9' }])
})

test('several are kept in the order in which they were chosen, with what was known of them', () => {
  const before = [{ id: 9, name: 'Family Court', color: 'good' }]
  expect(chosenOf(['9', '1'], courts, before)).toEqual([before[0], courts[0]])
})
