import type { Word } from '#server/analysis/types.ts'
import type { DraftWord } from './confidence.ts'
import { around } from './frame.ts'

export function finishWord({ text, start, items }: DraftWord, confidence: number): Word {
  return {
    start,
    end: start + text.length,
    box: around(items.flatMap(({ unit }) => (unit ? [unit.box] : []))),
    confidence,
    readings: [{ engine: 'text-layer', text, confidence }],
  }
}
