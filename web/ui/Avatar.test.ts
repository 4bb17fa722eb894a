import { expect, test } from 'vitest'
import { initialsOf, toneOf } from './Avatar.tsx'

test.each([
  ['a Dhivehi name', 'އަޙްމަދު ރަޝީދު', 'އރ'],
  ['an English name', 'aminath Shifa Ali', 'AS'],
  ['one word', 'Hukum', 'H'],
  ['an e-mail address', 'reader@hukum.test', 'RH'],
  ['a name with direction marks around it', '\u200fޢަލީ\u200f', 'ޢ'],
  ['nothing', '  ', ''],
])('the initials of %s are its first letters', (_name, name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

test('a name always has the same color', () => {
  expect(toneOf('އަޙްމަދު ރަޝީދު')).toBe(toneOf('އަޙްމަދު ރަޝީދު'))
  expect(new Set(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(toneOf)).size).toBeGreaterThan(2)
})
