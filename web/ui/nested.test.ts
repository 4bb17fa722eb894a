import { expect, test } from 'vitest'
import { type Nested, pathTo, placeAt, resultsIn, searchNested } from './nested.ts'

const tree: Nested[] = [
  { id: 1, name: 'Civil', children: [{ id: 2, name: 'Debt', children: [{ id: 3, name: 'Rent' }] }] },
  { id: 4, name: 'Criminal', children: [{ id: 5, name: 'Theft' }] },
]
const names = (items: readonly Nested[]) => items.map(({ name }) => name)

test('at the top stand the highest categories', () => {
  expect(names(placeAt(tree, []).items)).toEqual(['Civil', 'Criminal'])
})

test('a path leads down, and the way back is known', () => {
  const { items, parents } = placeAt(tree, [1, 2])
  expect(names(items)).toEqual(['Rent'])
  expect(names(parents)).toEqual(['Civil', 'Debt'])
})

test('a path that leads nowhere ends where it last led', () => {
  expect(names(placeAt(tree, [1, 99]).items)).toEqual(['Debt'])
})

test('words are found wherever they stand, with the way there', () => {
  expect(searchNested(tree, (name) => name.includes('e'))).toMatchObject([
    { item: { name: 'Debt' }, path: ['Civil'] },
    { item: { name: 'Rent' }, path: ['Civil', 'Debt'] },
    { item: { name: 'Theft' }, path: ['Criminal'] },
  ])
})

test('five hundred results each say where they stand; more are a plain list', () => {
  const paths = (count: number) => {
    const children = Array.from({ length: count }, (_, id) => ({ id, name: `Case ${id}` }))
    return resultsIn([{ id: 1000, name: 'Civil', children }], (name) => name.startsWith('Case')).map(({ path }) => path)
  }
  expect(paths(500)).toEqual(Array.from({ length: 500 }, () => ['Civil']))
  expect(paths(501)).toEqual(Array.from({ length: 501 }, () => []))
})

test.each([
  [3, [1, 2]],
  [5, [4]],
  [1, []],
  [99, []],
])('the way to %i is known', (id, path) => {
  expect(pathTo(tree, id)).toEqual(path)
})
