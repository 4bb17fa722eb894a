import { type Context, levelsOf, visualOrder } from './bidi.ts'
import { bidiClass, mirrored } from './bidiClass.ts'

type Kind = 'R' | 'L' | 'N' | 'O'

/** What is at a place of a line; `meant` when its brackets are named by their meaning. */
type Placed = { text: string; unit: { meant: boolean } | null }

/** A line in logical order; `sure` when UAX #9 run over it gives the order that is seen. */
type Ordered<Item> = { items: Item[]; sure: boolean }

/**
 * `mirror`: the file names brackets by their shape, not by their meaning. `before` is the last strong direction of the line
 * above, `after` the first one of the line below.
 */
type Order = { mirror: boolean; before: Context; after: Context }

/** Turns the items of a line, seen from left to right, into logical order. */
export function toLogical<Item extends Placed>(
  visual: readonly Item[],
  { mirror, before, after }: Order,
): Ordered<Item> {
  const kinds = visual.map(({ text }) => kindOf(text))
  if (!kinds.includes('L') && !kinds.includes('N')) return { items: reversed(visual, mirror), sure: true }
  if (!kinds.includes('R') && isLeftToRight(visual, kinds)) return { items: [...visual], sure: true }

  const parts: Part<Item>[] = []
  const endsLatin = latinAtEnd(visual, kinds, after)
  const startsLatin = before === 'L' ? latinAtStart(visual, kinds) : -1
  for (let end = visual.length; end > 0;) {
    const zone = kinds[end - 1] === 'R' ? end - 1 : zoneStart(visual, kinds, end)
    const start = end === endsLatin ? 0 : end === visual.length && startsLatin >= 0 ? startsLatin : zone
    parts.push(partOf(visual.slice(start, end), kinds.slice(start, end), contextOf(parts, before)))
    end = start
  }
  const items = parts.flatMap(({ items, leftToRight }) => (leftToRight || !mirror ? items : items.map(mirrorItem)))
  return { items, sure: reproduces(parts, visual, { mirror, before, after }) }
}

/** Without Latin letters and digits UAX #9 gives every character the level of the paragraph. */
const reversed = <Item extends Placed>(visual: readonly Item[], mirror: boolean) =>
  mirror ? visual.toReversed().map(mirrorItem) : visual.toReversed()

/** Items that stay together: `isolated` when only an isolate explains their order. */
type Part<Item> = { items: Item[]; leftToRight: boolean; isolated: boolean; strong: Context | null }

const kindsOfTexts = new Map<string, Kind>()

/** A page has the same letters again and again. */
function kindOf(text: string): Kind {
  const known = kindsOfTexts.get(text)
  if (known) return known
  const found = findKind(text)
  if (kindsOfTexts.size < 10_000) kindsOfTexts.set(text, found)
  return found
}

function findKind(text: string): Kind {
  let found: Kind = 'O'
  for (const char of text) {
    const type = bidiClass(char)
    if (type === 'R' || type === 'AL') return 'R'
    if (type === 'L') found = 'L'
    if ((type === 'EN' || type === 'AN') && found === 'O') found = 'N'
  }
  return found
}

/** A line without right-to-left letters, whose last punctuation is at the right. */
function isLeftToRight(visual: readonly Placed[], kinds: readonly Kind[]): boolean {
  if (!kinds.includes('L') || codeFirst(visual)) return false
  const isOpen = (item: Placed | undefined) => /^[.:;,!?)\]}]$/.test(item?.text ?? '')
  return kinds[0] !== 'O' || isOpen(visual.at(-1))
}

/**
 * A Latin text that goes on in the next line: its last full stop or comma is at its right, next to the space before
 * it or to the quotation mark that opens it, as is an ampersand before Latin letters. Returns where it ends, or -1.
 */
function latinAtEnd(visual: readonly Placed[], kinds: readonly Kind[], after: Context): number {
  const right = kinds.indexOf('R')
  const last = kinds.slice(0, right < 0 ? undefined : right).findLastIndex((kind) => kind === 'L' || kind === 'N')
  const outside = /^["“”«»]$/.test(visual[last + 2]?.text ?? '') ? last + 3 : last + 2
  const closes = /^[.,;:]$/.test(visual[last + 1]?.text ?? '') && visual[outside]?.text === ' '
  const joins = after === 'L' && isAmpersand(visual, last + 2)
  return (closes || joins) && kinds[0] === 'L' && right > last ? last + (joins ? 3 : 2) : -1
}

/** Where a Latin text begins that goes on with an ampersand from the line above, or -1. */
function latinAtStart(visual: readonly Placed[], kinds: readonly Kind[]): number {
  const sign = kinds.lastIndexOf('R') + 2
  return kinds.at(-1) === 'L' && kinds[sign + 2] === 'L' && isAmpersand(visual, sign) ? sign : -1
}

const isAmpersand = (visual: readonly Placed[], at: number) =>
  visual[at]?.text === '&' && visual[at - 1]?.text === ' ' && visual[at + 1]?.text === ' '

/** Where the Latin letters and digits begin that end before `end`: what lies between two of them belongs to them. */
function zoneStart(visual: readonly Placed[], kinds: readonly Kind[], end: number): number {
  if (kinds[end - 1] === 'O') {
    const opens = zoneWithBracket(visual, kinds, end)
    if (opens === null) return end - 1
    return opens
  }
  let start = end - 1
  for (let index = end - 1; index >= 0 && kinds[index] !== 'R'; index -= 1) if (kinds[index] !== 'O') start = index
  const inside = visual.slice(start, end).map(({ text }) => text)
  const opener = visual[start - 1]?.text
  const unbalanced = count(inside, ')') > count(inside, '(')
  return opener === '(' && unbalanced ? start - 1 : start
}

const count = (texts: readonly string[], wanted: string) => texts.filter((text) => text === wanted).length

/** `27(NR)`: a closing bracket whose opening one is between Latin letters belongs to them. */
function zoneWithBracket(visual: readonly Placed[], kinds: readonly Kind[], end: number): number | null {
  if (visual[end - 1]?.text !== ')' || (kinds[end - 2] !== 'L' && kinds[end - 2] !== 'N')) return null
  const start = zoneStart(visual, kinds, end - 1)
  const inside = visual.slice(start, end).map(({ text }) => text)
  const isLatin = kinds.slice(start, end).includes('L')
  return isLatin && count(inside, '(') === count(inside, ')') && inside[0] !== '(' ? start : null
}

const contextOf = (parts: readonly Part<Placed>[], before: Context): Context =>
  parts.findLast(({ strong }) => strong !== null)?.strong ?? before

function partOf<Item extends Placed>(visual: Item[], kinds: readonly Kind[], before: Context): Part<Item> {
  const [only] = visual
  if (visual.length === 1 && only) {
    const strong = kinds[0] === 'R' ? 'AL' : kinds[0] === 'L' ? 'L' : null
    return { items: visual, leftToRight: kinds[0] === 'L' || kinds[0] === 'N', isolated: false, strong }
  }
  const strong = kinds.includes('L') ? 'L' : null
  const candidates = kinds.includes('L') ? [codeFirst(visual), visual] : [numbersOf(visual, before)]
  const found = candidates.find((items) => items && isSeenAs(items, visual, before))
  return { items: found ?? visual, leftToRight: true, isolated: !found, strong }
}

/**
 * `1234/Cv-C/2021` after Dhivehi letters is seen as `Cv-C/2021/1234`: its first number belongs to what precedes it,
 * the rest is one Latin run. A number that starts with its code is drawn alike, but courts write it last or first.
 */
function codeFirst<Item extends Placed>(visual: readonly Item[]): Item[] | null {
  const chars = visual.map(({ text }) => (text.length === 1 ? text : 'x')).join('')
  const found = /^([A-Za-z][A-Za-z0-9.()-]*?)([/-])(\d+)\2(\d+)$/.exec(chars)
  const [, code = '', , middle = ''] = found ?? []
  if (!found || chars.length !== visual.length) return null
  const at = code.length + 1 + middle.length
  return [...visual.slice(at + 1), ...visual.slice(at, at + 1), ...visual.slice(0, at)]
}

/** Numbers keep their digits from left to right and follow each other from right to left. */
function numbersOf<Item extends Placed>(visual: readonly Item[], before: Context): Item[] {
  const joins = before === 'R' ? /^[,./:+\-\u060c]$/ : /^[,./:\u060c]$/
  const groups: Item[][] = []
  visual.forEach((item, index) => {
    const isNumber = (at: number) => kindOf(visual[at]?.text ?? '') === 'N'
    const separates = (at: number) => joins.test(visual[at]?.text ?? '') && isNumber(at - 1) && isNumber(at + 1)
    const joined = isNumber(index) && (isNumber(index - 1) || separates(index - 1))
    if (groups.length > 0 && (joined || separates(index))) groups.at(-1)?.push(item)
    else groups.push([item])
  })
  return groups.reverse().flat()
}

/** Whether the items, after letters of Dhivehi or at the start of a line, are displayed as they are seen. */
function isSeenAs(logical: readonly Placed[], visual: readonly Placed[], before: Context): boolean {
  const order = visualOrder(
    levelsOf(
      logical.map(({ text }) => sample(text)),
      before,
    ),
  )
  return order.every((from, to) => logical[from] === visual[to])
}

/** The first character with a direction stands for an item, and a space for a sign with a space: it parts two numbers. */
const sample = (text: string): string => {
  if (kindOf(text) === 'O' && /\s/u.test(text)) return ' '
  return Array.from(text).find((char) => bidiClass(char) !== 'NSM') ?? text.charAt(0)
}

const mirrorItem = <Item extends Placed>(item: Item): Item => {
  const other = item.unit?.meant ? undefined : mirrored.get(item.text)
  return other === undefined ? item : { ...item, text: other }
}

/** Runs UAX #9 over the whole line, with one neutral character for each isolate. */
function reproduces(parts: readonly Part<Placed>[], visual: readonly Placed[], { mirror, before }: Order): boolean {
  const flat: { items: Placed[]; char: string }[] = parts.flatMap(({ items, isolated, leftToRight }) => {
    if (isolated && items.length > 1) return [{ items, char: '\ufffc' }]
    const turned = mirror && !leftToRight
    return items.map((item) => ({
      items: [item],
      char: sample((turned ? mirrorItem(item) : item).text),
    }))
  })
  const levels = levelsOf(
    flat.map(({ char }) => char),
    before,
  )
  const seen = visualOrder(levels).flatMap((index) => flat[index]?.items ?? [])
  return seen.length === visual.length && seen.every((item, index) => item === visual[index])
}
