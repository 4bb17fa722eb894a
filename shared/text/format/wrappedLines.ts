/** The lines of a PDF's text are about as long as its page is wide. */
const line_letters = { min: 35, max: 160 }
/** The share of this width from which a line is a full one. */
const full_share = 0.7

/**
 * The paragraphs of a plain text. The text of a PDF has a line break wherever its page had one, mostly within sentences: such
 * lines are joined, except after a line that ends a sentence short of the margin, and before an item of a list or a numbered
 * paragraph. Other texts have a paragraph for each line.
 */
export function paragraphsOf(text: string): string[] {
  const lines = text.split(/\r\n?|\n|\u2028|\u2029/).map((line) => line.trim())
  const width = wrappedWidth(lines.filter((line) => line !== ''))
  if (width === undefined) return trimEmpty(lines)

  const paragraphs: string[] = []
  let isOpen = false
  for (const line of lines) {
    if (line === '') {
      isOpen = false
      continue
    }
    const last = paragraphs.at(-1)
    if (isOpen && last !== undefined && !startsItem.test(line)) paragraphs[paragraphs.length - 1] = join(last, line)
    else paragraphs.push(line)
    const isShort = line.length < width * full_share
    isOpen = !(isShort && (endsSentence.test(line) || !endsInsidePhrase.test(line)))
  }
  return paragraphs
}

/** About how many letters a line of a wrapped text has; undefined for a text whose lines are its paragraphs. */
function wrappedWidth(lines: readonly string[]): number | undefined {
  const lengths = lines.map((line) => line.length).sort((one, other) => one - other)
  const width = lengths[Math.floor(lengths.length * 0.7)] ?? 0
  if (lengths.length < 3 || width < line_letters.min || (lengths.at(-1) ?? 0) > line_letters.max) return undefined
  const full = lines.slice(0, -1).filter((line) => line.length >= width * full_share)
  return full.filter((line) => endsSentence.test(line)).length * 2 > full.length ? undefined : width
}

const endsSentence = /[.:؛؟!?]["”’)\]]*$/
const endsInsidePhrase = /[,،-]$/
const startsItem = /^(?:\d{1,4}[.)-]\s|\(?[ހ-ޥ]{1,2}[ަ-ް]?[.)]\s|\(\d{1,3}\)|[•●▪–—-]\s)/

/** A word that was hyphenated at the end of a Latin line is joined; Thaana is not hyphenated. */
const join = (before: string, line: string) =>
  /[a-z]-$/.test(before) && /^[a-z]/.test(line) ? before.slice(0, -1) + line : `${before} ${line}`

const trimEmpty = (lines: readonly string[]) => lines.filter((line) => line !== '')
