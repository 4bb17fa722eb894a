import { expect, test } from 'vitest'
import { type Nested, pathTo, itemsAt, searchResults, searchNested } from './NestedPicker.tsx'

const tree: Nested[] = [
  { id: 1, name: 'Civil', children: [{ id: 2, name: 'Debt', children: [{ id: 3, name: 'Rent' }] }] },
  { id: 4, name: 'Criminal', children: [{ id: 5, name: 'Theft' }] },
]
const names = (items: readonly Nested[]) => items.map(({ name }) => name)

test('an empty path shows the top level of the tree', () => {
  expect(names(itemsAt(tree, []).items)).toEqual(['Civil', 'Criminal'])
})

test('a path leads to the children of its last item, and returns the parents', () => {
  const { items, parents } = itemsAt(tree, [1, 2])
  expect(names(items)).toEqual(['Rent'])
  expect(names(parents)).toEqual(['Civil', 'Debt'])
})

test('an invalid path ends at its last valid item', () => {
  expect(names(itemsAt(tree, [1, 99]).items)).toEqual(['Debt'])
})

test('a search finds items at every level, with their paths', () => {
  expect(searchNested(tree, (name) => name.includes('e'))).toMatchObject([
    { item: { name: 'Debt' }, path: ['Civil'] },
    { item: { name: 'Rent' }, path: ['Civil', 'Debt'] },
    { item: { name: 'Theft' }, path: ['Criminal'] },
  ])
})

test('up to 500 results have their paths, more are a plain list', () => {
  const paths = (count: number) => {
    const children = Array.from({ length: count }, (_, id) => ({ id, name: `Case ${id}` }))
    return searchResults([{ id: 1000, name: 'Civil', children }], (name) => name.startsWith('Case')).map(
      ({ path }) => path,
    )
  }
  expect(paths(500)).toEqual(Array.from({ length: 500 }, () => ['Civil']))
  expect(paths(501)).toEqual(Array.from({ length: 501 }, () => []))
})

test.each([
  [3, [1, 2]],
  [5, [4]],
  [1, []],
  [99, []],
])('the path to item %i lists its ancestors', (id, path) => {
  expect(pathTo(tree, id)).toEqual(path)
})
