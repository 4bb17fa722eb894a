import { expect, test } from 'vitest'
import type { Delta } from './delta.ts'
import { footnoteKeysOf, isDelta, pictureFilesOf, withOrderedNotes } from './inspect.ts'

const note = (key: string) => ({ key, content: `note ${key}` })
const text: Delta = {
  content: [
    { insert: 'a' },
    { insert: { footnote: 'second' } },
    { insert: { picture: { file: 7, alt: '' } } },
    { insert: { footnote: 'first' } },
    { insert: { page_break: 2 } },
    { insert: { picture: { file: 3, alt: 'a map' } } },
    { insert: { picture: { file: 7, alt: 'again' } } },
  ],
  footnotes: [note('unused'), note('first'), note('second')],
  annotations: [],
}

test('a text of a judgment has a content, footnotes and annotations, each a list', () => {
  expect(isDelta(text)).toBe(true)
  for (const part of ['content', 'footnotes', 'annotations'])
    for (const value of [undefined, 'x', { length: 0 }]) expect(isDelta({ ...text, [part]: value }), part).toBe(false)
  for (const value of [null, undefined, 'x', [], { content: [] }]) expect(isDelta(value)).toBe(false)
})

test('the pictures of a text are named once, and its footnotes in its order', () => {
  expect(pictureFilesOf(text)).toEqual([7, 3])
  expect(footnoteKeysOf(text)).toEqual(['second', 'first'])
})

test('the footnotes of a text are stored in its order, and those that it does not refer to follow', () => {
  expect(withOrderedNotes(text)).toEqual({ ...text, footnotes: [note('second'), note('first'), note('unused')] })
})
