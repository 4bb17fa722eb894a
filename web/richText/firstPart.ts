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
