/** A sign as it is seen, from left to right: one letter with its mark, or another character. */
export type Sign = { base: string; mark: string }

/** `index` is the place of the sign in visual order, `text` what stands for it in logical order. */
export type LogicalSign = { index: number; text: string }

const mirrored: Record<string, string> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '<': '>',
  '>': '<',
  '«': '»',
  '»': '«',
}
const isDigit = (base: string) => /^\p{Nd}$/u.test(base)
const isLatin = (base: string) => /^\p{Script=Latin}$/u.test(base)
const isLeftToRight = (base: string) => isDigit(base) || isLatin(base)
const separators = '/.:,'

/**
 * The way back from visual order in a right-to-left paragraph: UAX #9 reversed. Thaana is of class AL, so digits after it are
 * AN: a slash, point, colon or comma keeps them together, a hyphen does not (W2, W4).
 */
export function logicalOrder(signs: readonly Sign[]): LogicalSign[] {
  const out: LogicalSign[] = []
  let end = signs.length
  while (end > 0) {
    const start = closesRun(signs, end) ? startOfRun(signs, end - 1) : startOfRun(signs, end)
    if (start < end) out.push(...leftToRight(signs, start, end))
    else out.push(rightToLeft(signs, end - 1))
    end = Math.min(start, end - 1)
  }
  return out
}

const baseAt = (signs: readonly Sign[], index: number) => signs[index]?.base ?? ''

function rightToLeft(signs: readonly Sign[], index: number): LogicalSign {
  const base = baseAt(signs, index)
  return { index, text: (mirrored[base] ?? base) + (signs[index]?.mark ?? '') }
}

/** A bracket that closes one inside the Latin words before it belongs to them (N0). */
function closesRun(signs: readonly Sign[], end: number): boolean {
  const open = { ')': '(', ']': '[' }[baseAt(signs, end - 1)]
  const start = open ? startOfRun(signs, end - 1) : end - 1
  if (start === end - 1 || !isLatin(baseAt(signs, start))) return false

  const inside = signs.slice(start, end - 1).map(({ base }) => base)
  return inside.filter((base) => base === open).length > inside.filter((base) => base === baseAt(signs, end - 1)).length
}

/** The start of the left-to-right run that ends before `end`, or `end` where there is none. */
function startOfRun(signs: readonly Sign[], end: number): number {
  if (!isLeftToRight(baseAt(signs, end - 1))) return end

  let start = end - 1
  for (;;) {
    let left = start - 1
    while (left >= 0 && isNeutral(baseAt(signs, left))) left -= 1
    if (!joins(signs, left, start)) return start
    start = left
  }
}

const isNeutral = (base: string) => /^[\p{P}\p{S} ]$/u.test(base) && base !== '\ufffd'

/** Whether the neutral characters between two places, if any, stay between them from left to right. */
function joins(signs: readonly Sign[], left: number, right: number): boolean {
  const [before, after] = [baseAt(signs, left), baseAt(signs, right)]
  if (!isLeftToRight(before)) return false

  const between = signs
    .slice(left + 1, right)
    .map(({ base }) => base)
    .join('')
  if (between === '') return true
  if (isDigit(before) && isDigit(after)) return between.length === 1 && separators.includes(between)
  // Digits to the left of Latin letters are seen only after other Latin letters (W7).
  return isLatin(after) || !/[ ,\u060c]/u.test(between)
}

/** “HC-A/2023/206” is what is seen of 206/HC-A/2023 and “SC-A/8/2020” of 2020/SC-A/8: a judgment writes no other such number. */
const caseNumberSeen = /^([A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*\/(?:\d{4}(?=\/\d)|\d+(?=\/(?:19|20)\d\d$)))\/(\d+)$/

function leftToRight(signs: readonly Sign[], start: number, end: number): LogicalSign[] {
  const run = signs.slice(start, end).map(({ base }, i) => ({ index: start + i, text: base }))
  const found = caseNumberSeen.exec(run.map(({ text }) => text).join(''))
  if (!found) return run

  const court = found[1]?.length ?? 0
  const code = run.slice(0, court).map((sign, i) => (isZero(run, i) ? { ...sign, text: '0' } : sign))
  return [...run.slice(court + 1), ...run.slice(court, court + 1), ...code]
}

/** No code of a court has the letter O between another letter and a digit, as K04C has a zero. */
function isZero(run: readonly LogicalSign[], index: number): boolean {
  const [before, sign, after] = [run[index - 1], run[index], run[index + 1]]
  return /^[A-Z][Oo]\d$/u.test(`${before?.text ?? ''}${sign?.text ?? ''}${after?.text ?? ''}`)
}
