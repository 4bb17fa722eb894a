import { expect, test } from 'vitest'
import { type Entry, menuPlacement } from './navigation.ts'

const search: Entry = { name: 'home', path: '/home' }
const courts: Entry = { name: 'courts', path: '/courts' }
const shortMenu: Entry[] = [{ name: 'cases', children: [search] }]
const longMenu: Entry[] = [...shortMenu, { name: 'settings', children: [courts] }]

test.each([
  ['main', 'wide', longMenu, 'side'],
  ['main', 'wide', shortMenu, 'side'],
  ['main', 'middle', longMenu, 'top'],
  ['main', 'narrow', longMenu, 'drawer'],
  ['main', 'narrow', shortMenu, 'none'],
  ['alternate', 'wide', longMenu, 'top'],
  ['alternate', 'wide', shortMenu, 'none'],
  ['alternate', 'narrow', longMenu, 'drawer'],
  ['plain', 'wide', longMenu, 'none'],
  ['main', 'wide', [], 'none'],
] as const)('in the %s layout on a %s screen the placement of the menu %j is %s', (layout, width, menu, placement) => {
  expect(menuPlacement({ layout, width, menu })).toBe(placement)
})
