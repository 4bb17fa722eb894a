import { findPhrase, skeletonOf } from '#shared/text/judgment/skeleton.ts'
import { judgeTitles, titleWords, usualHeadings, usualTypes } from '#shared/text/judgment/words.ts'
import { foldText, isFili } from '#shared/text/language/fold.ts'
import { memoize } from '#shared/text/language/memoize.ts'
import type { Judgment } from './document.ts'
import { type PlacedLabel, type Segment, textOf, type TextLine } from './textLines.ts'
import { valueOf } from './labelValues.ts'
import { confidenceOf, type Evident, evident } from './evident.ts'
import type { FieldLists } from './lists.ts'
import { wordsIn } from './namePieces.ts'
import { nameOf } from './names.ts'
import type { PlacedNumber } from './numbers.ts'

const title_lines = 14

/** The title: after its label, or the line of the head that says what the case is about. */
export function findTitle(judgment: Judgment): Evident | null {
  const label = judgment.labels.find(({ kind }) => kind === 'title')
  const value = label && valueOf(judgment, label)
  if (!value) return titleInHead(judgment)
  const sentence = sentenceOf(label, value)
  const found = sentence && titleInHead(judgment, label.line.index)
  return found ?? labelled(sentence ?? value)
}

const labelled = (value: Segment) => evident(nameOf(value), value, 'labelled', confidenceOf(value))

/** The title that a line of the head is, of those before a line. */
function titleInHead(judgment: Judgment, before = Infinity): Evident | null {
  const line = headOf(judgment).find((one) => one.index < before && isTitleLine(judgment, one))
  const segment = line && { line, start: 0, end: line.text.length }
  return segment ? evident(nameOf(segment), segment, 'line', confidenceOf(segment)) : null
}

/** The rest of the sentence that the label begins, as in `this case is …`; undefined when it is only a label. */
function sentenceOf(label: PlacedLabel, value: Segment): Segment | undefined {
  const end = sentenceEnd.exec(textOf(value))
  if (end) return { ...value, end: value.start + end.index + end[0].length }
  const [first] = wordsIn(label)
  return first?.skeleton === demonstrative ? value : undefined
}

/** The ending of a verb that ends a sentence: `eve`. */
const sentenceEnd = /\u07ac\u0788\u07ac(?![\p{L}\p{M}])/u
/** The word `this`. */
const demonstrative = '\u0789'

/** The first lines of the page on which the labels begin. */
function headOf({ lines, labels }: Judgment): TextLine[] {
  const page = labels.find(({ kind }) => kind === 'number' || kind === 'claimant')?.line.page ?? 1
  return lines.filter((line) => line.page === page).slice(0, title_lines)
}

function isTitleLine({ labels }: Judgment, line: TextLine): boolean {
  const words = wordsIn({ line, start: 0, end: line.text.length })
  if (words.length < 2 || words.length > 14 || /[:\d]/.test(line.text) || labels.some((label) => label.line === line))
    return false
  if (usualHeadings.has(line.skeleton.text) || /\u0787\u07ac\u0788\u07ac\.?\s*$/u.test(line.text)) return false
  if (words.some(({ skeleton }) => judgeTitles.has(skeleton))) return false
  return words.some(({ skeleton }) => titleWords.has(skeleton))
}

/** The case type of the list that the label names, or the usual one of the court. */
export function findCaseType(judgment: Judgment, own: PlacedNumber | undefined, lists: FieldLists): Evident | null {
  const label = judgment.labels.find(({ kind }) => kind === 'case_type')
  const value = label && valueOf(judgment, label)
  const named = value && nearestType(value, lists)
  if (value && named) return evident(named, value, 'labelled')
  const usual = own && Object.entries(usualTypes).find(([code]) => own.key.startsWith(code))?.[1]
  const type = lists.case_types.find(({ name }) => name === usual)
  return own && type ? evident(type.name, own, 'court') : null
}

function nearestType({ line, start, end }: Segment, lists: FieldLists): string | undefined {
  const text = line.text.slice(start, end)
  const skeleton = skeletonOf(text)
  const matches = lists.case_types.flatMap(({ name }) => {
    const match = findPhrase(skeletonOf(name), skeleton, text)
    return match ? [{ name, cost: match.cost + match.start / 20 }] : []
  })
  // `civil case, appeal`: what follows says more of the case.
  const [, ...further] = text.split(/[،,؛/(–-]/)
  const more = lists.case_types.find(({ name }) => further.some((part) => isShortType(name, part)))
  if (more) return more.name
  const [nearest] = matches.toSorted((one, other) => one.cost - other.cost)
  return nearest?.name ?? lists.case_types.find(({ name }) => isShortType(name, text))?.name
}

/** Whether a value is a case type without its last word, `case`. */
function isShortType(name: string, value: string) {
  const short = /^(.+)\s\u0789\u07a6\u0787\u07b0\u0790\u07a6\u078d\u07a6$/u.exec(name)?.[1]
  return short !== undefined && skeletonOf(short).text === skeletonOf(value).text
}

const max_keywords = 8
const min_letters = 4

/** The phrases of the dictionary that the text uses most, the longer before the shorter. */
export function findKeywords({ lines }: Judgment, lists: FieldLists): Evident[] {
  const index = indexPhrases(lists.phrases)
  const counts = new Map<string, { count: number; segment: Segment }>()
  for (const line of lines) {
    const words = wordsOfLine(line)
    for (const [at, word] of words.entries())
      for (const phrase of index.get(word.stem.slice(0, min_letters)) ?? []) {
        const isHere = phrase.stems.every((stem, offset) => words[at + offset]?.stem.startsWith(stem) ?? false)
        if (!isHere) continue
        const last = words[at + phrase.stems.length - 1] ?? word
        const seen = counts.get(phrase.name)
        if (seen) seen.count += 1
        else counts.set(phrase.name, { count: 1, segment: { line, start: word.start, end: last.end } })
      }
  }
  const scored = [...counts].map(([name, { count, segment }]) => ({
    name,
    segment,
    score: Math.log(1 + count) * name.split(' ').length ** 0.5,
  }))
  return scored
    .toSorted((one, other) => other.score - one.score)
    .slice(0, max_keywords)
    .map(({ name, segment }) => evident(name, segment, 'dictionary'))
}

const wordPattern = /[\u0780-\u07b1ﷲ]+/gu

const wordsOfLine = ({ text }: TextLine) =>
  [...text.matchAll(wordPattern)].map(({ 0: word, index }) => ({
    stem: stemOf(word),
    start: index,
    end: index + word.length,
  }))

/** A folded word without its last vowel sign: its forms begin with it. */
const stemOf = memoize<string>(50_000, (word) => {
  const folded = foldText(word)
  return isFili(folded.charCodeAt(folded.length - 1)) ? folded.slice(0, -1) : folded
})

type Phrase = { name: string; stems: string[] }

const cache = new WeakMap<readonly string[], Map<string, Phrase[]>>()

function indexPhrases(phrases: readonly string[]): Map<string, Phrase[]> {
  const known = cache.get(phrases)
  if (known) return known
  const all = phrases
    .map((name) => ({ name, stems: name.split(/\s+/).map(stemOf) }))
    .filter(({ stems }) => (stems[0]?.length ?? 0) >= min_letters)
  const index = Map.groupBy(all, ({ stems }) => (stems[0] ?? '').slice(0, min_letters))
  cache.set(phrases, index)
  return index
}
