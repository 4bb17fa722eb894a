import { blockSelector } from '#shared/delta/blocks.ts'

/** The blocks of a text in the reader, by their numbers (`shared/delta/blocks.ts`). */

export const blocksIn = (article: HTMLElement) =>
  article.querySelector('[data-judgment]')?.querySelectorAll<HTMLElement>(blockSelector) ?? []

/** The block with a number, from 1. Footnotes are not blocks of the text, but are numbered after them. */
export function blockAt(article: HTMLElement | null, number: number): HTMLElement | undefined {
  if (!article) return undefined
  const blocks = blocksIn(article)
  return blocks[number - 1] ?? article.querySelectorAll<HTMLElement>('[data-note]')[number - 1 - blocks.length]
}

/** The number of the block that contains a node; 0 outside of the text. */
export function blockNumberOf(article: HTMLElement, node: Node): number {
  const element = node instanceof Element ? node : node.parentElement
  const note = element?.closest('[data-note]')
  const blocks = [...blocksIn(article)]
  if (note) return blocks.length + [...article.querySelectorAll('[data-note]')].indexOf(note) + 1
  const block = element?.closest(blockSelector)
  return block instanceof HTMLElement ? blocks.indexOf(block) + 1 : 0
}

/** The printed numbers of the paragraphs in a range, as they are cited: `6`, `6-8`; empty without one. */
export function paragraphsIn(article: HTMLElement, range: Range): string {
  const numbers = [...article.querySelectorAll<HTMLElement>('[data-paragraph]')]
    .filter((paragraph) => range.intersectsNode(paragraph))
    .map(({ dataset }) => dataset['paragraph'] ?? '')
  const [first = '', last = first] = [numbers[0], numbers.at(-1)]
  return first === last ? first : `${first}-${last}`
}
