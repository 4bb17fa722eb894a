import { blocksOf } from './blocks.ts'
import type { Delta } from './delta.ts'

/** The text of a judgment: one line for each block, without footnotes. */
export const blockText = (delta: Pick<Delta, 'content' | 'footnotes'>): string =>
  blocksOf(delta)
    .map(({ text }) => text)
    .join('\n')

/** The text that the notes of readers refer to: that of the blocks, and after it the bodies of the footnotes, in their order. */
export function noteText(delta: Pick<Delta, 'content' | 'footnotes'>): { text: string; footnoteStarts: number[] } {
  let text = blockText(delta)
  const footnoteStarts: number[] = []
  for (const { content } of delta.footnotes) {
    if (text !== '' || footnoteStarts.length > 0) text += '\n'
    footnoteStarts.push(text.length)
    text += content
  }
  return { text, footnoteStarts }
}
