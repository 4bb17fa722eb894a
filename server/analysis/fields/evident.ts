import type { Box, Found } from '#server/analysis/types.ts'
import type { Segment } from './textLines.ts'

/** A value with the evidence for it, and the probability that its words are read right. */
export type Evident<Value = string> = Omit<Found<Value>, 'confidence'> & { evidence: string; reading: number }

export const evident = <Value>(value: Value, segment: Segment, evidence: string, reading = 1): Evident<Value> => ({
  value,
  page: segment.line.page,
  box: boxOf(segment),
  evidence,
  reading,
})

const wordsOf = ({ line, start, end }: Segment) =>
  line.line.words.filter((word) => word.start < end && start < word.end)

function boxOf(segment: Segment): Box {
  const boxes = wordsOf(segment).map(({ box }) => box)
  if (boxes.length === 0) return segment.line.line.box
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))]
  const right = Math.max(...boxes.map((box) => box.x + box.width))
  const bottom = Math.max(...boxes.map((box) => box.y + box.height))
  return { x, y, width: right - x, height: bottom - y }
}

/** The probability that the words of a segment are read right. */
export const confidenceOf = (segment: Segment) =>
  wordsOf(segment).reduce((product, { confidence }) => product * confidence, 1)
