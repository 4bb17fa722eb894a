import type { Word } from '../types.ts'
import { around } from './frame.ts'
import type { Item } from './spacing.ts'

/** The words of a line with their boxes; `confidenceOf` judges each by what it is made of. */
export function wordsOf(
  items: readonly Item[],
  confidenceOf: (word: string, items: readonly Item[]) => number,
): Word[] {
  const words: Word[] = []
  let offset = 0
  let start = 0
  let part: Item[] = []
  const finish = () => {
    const text = part.map((item) => item.text).join('')
    const boxes = part.flatMap(({ unit }) => (unit ? [unit.box] : []))
    if (boxes.length > 0) {
      const confidence = confidenceOf(text, part)
      const readings = [{ engine: 'text-layer' as const, text, confidence }]
      words.push({ start, end: start + text.length, box: around(boxes), confidence, readings })
    }
    part = []
  }
  for (const item of items) {
    if (item.text === ' ') {
      finish()
      start = offset + 1
    } else part.push(item)
    offset += item.text.length
  }
  finish()
  return words
}
