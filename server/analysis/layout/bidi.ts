import { type BidiClass, bidiClass, closingBrackets } from './bidiClass.ts'

/** What precedes the line in its paragraph; it decides whether digits are European or Arabic. */
export type Context = 'AL' | 'R' | 'L'

/**
 * The levels of UAX #9 for the characters of one line in a right-to-left paragraph: W1 to W7, N0 to N2, I1, I2 and
 * L1, without explicit formatting, which a line from a PDF does not have. `before` is the last strong class before.
 */
export function levelsOf(chars: readonly string[], before: Context = 'R'): number[] {
  const original = chars.map(bidiClass)
  const types = original.slice()
  resolveWeak(types, before)
  resolveBrackets(chars, types)
  resolveNeutral(types)
  const levels = types.map((type) => (type === 'R' ? 1 : 2))
  resetSpaces(original, levels)
  return levels
}

/** The indexes of a line from left to right as it is displayed (L2). */
export function visualOrder(levels: readonly number[]): number[] {
  const order = levels.map((_, index) => index)
  for (let level = Math.max(0, ...levels); level >= 1; level -= 1) {
    let start = 0
    while (start < order.length) {
      let end = start
      while (end < order.length && (levels[order[end] ?? 0] ?? 0) >= level) end += 1
      if (end > start) reverse(order, start, end)
      start = Math.max(end, start + 1)
    }
  }
  return order
}

function reverse(list: number[], start: number, end: number) {
  const part = list.slice(start, end).reverse()
  list.splice(start, part.length, ...part)
}

/** W1 to W7. */
function resolveWeak(types: BidiClass[], before: Context) {
  const at = (index: number): BidiClass => types[index] ?? 'ON'
  let strong: BidiClass = before
  types.forEach((type, index) => {
    if (type === 'NSM') types[index] = index === 0 ? (before === 'L' ? 'L' : 'R') : at(index - 1)
    const resolved = at(index)
    if (resolved === 'L' || resolved === 'R' || resolved === 'AL') strong = resolved
    if (resolved === 'EN' && strong === 'AL') types[index] = 'AN'
  })
  types.forEach((type, index) => {
    if (type === 'AL') types[index] = 'R'
  })
  types.forEach((type, index) => {
    const [left, right] = [at(index - 1), at(index + 1)]
    if (type === 'ES' && left === 'EN' && right === 'EN') types[index] = 'EN'
    if (type === 'CS' && left === right && (left === 'EN' || left === 'AN')) types[index] = left
  })
  resolveTerminators(types)
  strong = before === 'L' ? 'L' : 'R'
  types.forEach((type, index) => {
    if (type === 'ES' || type === 'ET' || type === 'CS') types[index] = 'ON'
    if (type === 'L' || type === 'R') strong = type
    if (type === 'EN' && strong === 'L') types[index] = 'L'
  })
}

/** W5: signs such as % next to a European number belong to it. */
function resolveTerminators(types: BidiClass[]) {
  for (let start = 0; start < types.length; start += 1) {
    if (types[start] !== 'ET') continue
    let end = start
    while (types[end] === 'ET') end += 1
    if (types[start - 1] === 'EN' || types[end] === 'EN') types.fill('EN', start, end)
    start = end
  }
}

const side = (type: BidiClass | undefined): 'L' | 'R' | null => {
  if (type === 'L') return 'L'
  return type === 'R' || type === 'EN' || type === 'AN' ? 'R' : null
}

/** N0: a pair of brackets takes the direction of what it holds, when that is the direction of the paragraph or of what precedes it. */
function resolveBrackets(chars: readonly string[], types: BidiClass[]) {
  for (const [open, close] of bracketPairs(chars, types)) {
    const inside = types.slice(open + 1, close).map(side)
    const direction = inside.includes('R') ? 'R' : inside.includes('L') ? directionBefore(types, open) : null
    if (!direction) continue
    types[open] = direction
    types[close] = direction
  }
}

const directionBefore = (types: readonly BidiClass[], index: number): 'L' | 'R' =>
  types
    .slice(0, index)
    .map(side)
    .findLast((found) => found !== null) ?? 'R'

/** BD16, sorted by the opening bracket. */
function bracketPairs(chars: readonly string[], types: readonly BidiClass[]): [number, number][] {
  const pairs: [number, number][] = []
  const open: { close: string; index: number }[] = []
  chars.forEach((char, index) => {
    if (types[index] !== 'ON') return
    const close = closingBrackets.get(char)
    if (close) open.push({ close, index })
    const match = open.findLastIndex((bracket) => bracket.close === char)
    const found = open[match]
    if (!found) return
    pairs.push([found.index, index])
    open.length = match
  })
  return pairs.sort(([one], [other]) => one - other)
}

/** N1 and N2: what is neutral takes the direction of both sides, else that of the paragraph. */
function resolveNeutral(types: BidiClass[]) {
  for (let start = 0; start < types.length; start += 1) {
    if (side(types[start])) continue
    let end = start
    while (end < types.length && !side(types[end])) end += 1
    const left = start === 0 ? 'R' : side(types[start - 1])
    const right = end === types.length ? 'R' : side(types[end])
    types.fill(left === 'L' && right === 'L' ? 'L' : 'R', start, end)
    start = end
  }
}

/** L1: spaces at the end of a line have the level of the paragraph. */
function resetSpaces(original: readonly BidiClass[], levels: number[]) {
  let index = original.length - 1
  while (index >= 0 && (original[index] === 'WS' || original[index] === 'S')) {
    levels[index] = 1
    index -= 1
  }
}
