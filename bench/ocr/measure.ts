/** Errors of lines against the text of their document, each line at the place of the text where it fits best. */
export type Measured = { letters: number; errors: number; spaces: number; thaana: Share; fits: Fitted[] }

type Share = { letters: number; errors: number }

/** A line with the part of the text that is nearest to it. */
export type Fitted = { line: string; part: string; errors: number }

type Fit = { distance: number; start: number; end: number }

/** More than this between two lines is a part of the text that is elsewhere, not letters that were lost. */
const longestLoss = 12
/** Shorter lines, cells above all, fit at several places of a text, so nothing is known of what is next to them. */
const longLine = 20

/** Differences of spaces count as errors; `spaces` is how many of the errors they are. `thaana` are Thaana letters and marks alone. */
export function errorsOf(lines: readonly string[], truth: string): Measured {
  const text = plain(truth)
  const [unspaced, thaanaText] = [text.replaceAll(' ', ''), thaanaOf(text)]
  const sum: Measured = { letters: 0, errors: 0, spaces: 0, thaana: { letters: 0, errors: 0 }, fits: [] }
  const fits: Fit[] = []
  for (const line of lines.map(plain)) {
    if (line === '') continue
    const fit = bestFit(line, text)
    if (line.length >= longLine) fits.push(fit)
    sum.fits.push({ line, part: text.slice(fit.start, fit.end), errors: fit.distance })
    sum.letters += line.length
    sum.errors += fit.distance
    sum.spaces += Math.max(0, fit.distance - bestFit(line.replaceAll(' ', ''), unspaced).distance)
    const thaana = thaanaOf(line)
    sum.thaana.letters += thaana.length
    sum.thaana.errors += thaana === '' ? 0 : bestFit(thaana, thaanaText).distance
  }
  const short = sum.fits.map(({ part }) => part.trim()).filter((part) => part !== '' && part.length < longLine)
  return { ...sum, errors: sum.errors + lostBetween(fits, text, short) }
}

const thaanaOf = (text: string) => text.replace(/[^\u0780-\u07b1]/gu, '')

const plain = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[\u200b-\u200f\u202a-\u202e]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()

/** Letters at the ends of long lines that no line has. */
function lostBetween(fits: readonly Fit[], text: string, short: readonly string[]): number {
  const inOrder = fits.toSorted((a, b) => a.start - b.start)
  return inOrder.slice(1).reduce((lost, { start }, i) => {
    const between = text.slice(inOrder[i]?.end ?? start, start).trim()
    const rest = short.reduce((left, part) => left.replace(part, ''), between).trim()
    return lost + (between.length <= longestLoss ? rest.length : 0)
  }, 0)
}

/** The part of a text that is nearest to a line by edit distance. */
function bestFit(line: string, text: string): Fit {
  let [before, row] = [new Uint16Array(text.length + 1), new Uint16Array(text.length + 1)]
  let [startsBefore, starts] = [Uint32Array.from(before.keys()), new Uint32Array(text.length + 1)]
  for (let i = 1; i <= line.length; i++) {
    row[0] = i
    starts[0] = 0
    const char = line.charCodeAt(i - 1)
    for (let k = 1; k <= text.length; k++) {
      const same = (before[k - 1] ?? 0) + (text.charCodeAt(k - 1) === char ? 0 : 1)
      const [added, lost] = [(before[k] ?? 0) + 1, (row[k - 1] ?? 0) + 1]
      const least = Math.min(same, added, lost)
      row[k] = least
      starts[k] = (least === same ? startsBefore[k - 1] : least === added ? startsBefore[k] : starts[k - 1]) ?? 0
    }
    ;[before, row] = [row, before]
    ;[startsBefore, starts] = [starts, startsBefore]
  }
  const distance = before.reduce((least, value) => Math.min(least, value), line.length)
  const end = before.indexOf(distance)
  return { distance, start: startsBefore[end] ?? 0, end }
}
