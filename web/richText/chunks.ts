/** More than a screen. The frame that scrolls to a chunk lays it out. */
const chunk_lines = 36
/** In a line of the text at its usual size and width. */
const line_letters = 90

type Block = Pick<Element, 'tagName' | 'textContent'>

/** Blocks without a margin above: margins do not collapse into a chunk. */
const startTags = new Set(['P', 'UL', 'OL'])

/**
 * The blocks of a long text in chunks of similar height. The browser skips the layout of a chunk out of view; it needs
 * 10 ms for each frame to watch 1,500 blocks one by one. The last blocks are in no chunk, because their margins collapse with what
 * follows the text.
 */
export function chunksOf<T extends Block>(blocks: readonly T[]): T[][] {
  const chunks: T[][] = []
  let chunk: T[] = []
  let lines = 0
  for (const block of blocks) {
    if (lines >= chunk_lines && startTags.has(block.tagName)) {
      chunks.push(chunk)
      chunk = []
      lines = 0
    }
    chunk.push(block)
    lines += Math.ceil(block.textContent.length / line_letters)
  }
  return chunks
}

/** A shorter text is sanitized and laid out at once. */
const long_letters = 100_000
/** Several screens of any size. */
const first_letters = 20_000

/** Paired tags that `shared/delta/html.ts` nests. It escapes all text and all values, so each `<` begins a tag. */
const tags = /<(\/?)(?:p|h2|h3|ul|ol|blockquote|table)\b[^>]*>/g

/** The first blocks of the HTML of a long text, which are shown while the rest is read; undefined for a short one. */
export function firstPart(html: string): string | undefined {
  if (html.length < long_letters) return undefined
  let depth = 0
  for (const { 0: tag, 1: slash, index } of html.matchAll(tags)) {
    depth += slash === '' ? 1 : -1
    const end = index + tag.length
    if (depth === 0 && end >= first_letters) return end < html.length ? html.slice(0, end) : undefined
  }
  return undefined
}
