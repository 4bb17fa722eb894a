import { findPhrase, skeletonOf } from '#shared/text/judgment/skeleton.ts'
import { judgeTitles, titleWords, usualHeadings, usualTypes } from '#shared/text/judgment/words.ts'
import { foldText, isFili } from '#shared/text/language/fold.ts'
import { memoize } from '#shared/text/language/memoize.ts'
import { confidenceOf, type Evident, evident, type Judgment, type Segment, type TextLine, valueOf } from './document.ts'
import type { FieldLists } from './lists.ts'
import { nameOf, wordsIn } from './names.ts'
import type { PlacedNumber } from './numbers.ts'

const title_lines = 14

/** The title: after its label, or the line of the head that says what the case is about. */
export function findTitle(judgment: Judgment): Evident | null {
  const label = judgment.labels.find(({ kind }) => kind === 'title')
  const value = label && valueOf(judgment, label)
  if (value) return evident(nameOf(value), value, 'labelled', confidenceOf(value))
  const line = headOf(judgment).find((one) => isTitleLine(judgment, one))
  const segment = line && { line, start: 0, end: line.text.length }
  return segment ? evident(nameOf(segment), segment, 'line', confidenceOf(segment)) : null
}

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
  return matches.toSorted((one, other) => one.cost - other.cost)[0]?.name
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
