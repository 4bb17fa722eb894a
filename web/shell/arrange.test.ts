import { expect, test } from 'vitest'
import { arrange } from './arrange.ts'
import type { Entry } from './navigation.ts'

const search: Entry = { name: 'home', path: '/home' }
const courts: Entry = { name: 'courts', path: '/courts' }
const short: Entry[] = [{ name: 'cases', children: [search] }]
const long: Entry[] = [...short, { name: 'settings', children: [courts] }]

test.each([
  ['main', 'wide', long, 'side'],
  ['main', 'wide', short, 'side'],
  ['main', 'middle', long, 'top'],
  ['main', 'narrow', long, 'drawer'],
  ['main', 'narrow', short, 'none'],
  ['alternate', 'wide', long, 'top'],
  ['alternate', 'wide', short, 'none'],
  ['alternate', 'narrow', long, 'drawer'],
  ['plain', 'wide', long, 'none'],
  ['main', 'wide', [], 'none'],
] as const)('in the %s layout on a %s screen a menu of %j stands: %s', (layout, width, menu, place) => {
  expect(arrange({ layout, width, menu })).toBe(place)
})
