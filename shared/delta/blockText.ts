import { blocksOf } from './blocks.ts'
import type { Delta } from './delta.ts'

/** The text of a judgment that notes refer to: one line for each block, without footnotes. */
export const blockText = (delta: Pick<Delta, 'content' | 'footnotes'>): string =>
  blocksOf(delta)
    .map(({ text }) => text)
    .join('\n')
