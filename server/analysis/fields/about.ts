import { findDays } from '#shared/text/judgment/dates.ts'
import { findPhrase, isNearly, skeletonOf } from '#shared/text/judgment/skeleton.ts'
import { betweenParties, upon, versus } from '#shared/text/judgment/words.ts'
import { judgeTitles } from '#shared/text/judgment/judgeWords.ts'
import {
  asked,
  caseAlone,
  headingWords,
  titleEnd,
  titleWords,
  usualHeadings,
  usualTypes,
} from '#shared/text/judgment/caseWords.ts'
import { foldText, isFili } from '#shared/text/language/fold.ts'
import { memoize } from '#shared/text/language/memoize.ts'
import { joinNext, type Judgment } from './document.ts'
import { type PlacedLabel, type Segment, textOf, type TextLine, whole } from './textLines.ts'
import { valueOf } from './labelValues.ts'
import { confidenceOf, type Evident, evident } from './evident.ts'
import type { FieldLists } from './lists.ts'
import { wordsIn } from './namePieces.ts'
import { isNameAlone, nameOf } from './names.ts'
import type { PlacedNumber } from './numbers.ts'

const title_lines = 14

/** The title: after its label, or the line of the head that says what the case is about. */
export function findTitle(judgment: Judgment): Evident | null {
  const [label, value] = labelledTitle(judgment) ?? []
  if (!label || !value) return titleAfterCase(judgment) ?? titleInHead(judgment)
  const sentence = sentenceOf(label, value)
  const found = sentence && titleInHead(judgment, label.line.index)
  return found ?? labelled(sentence ?? value)
}

/** `case: …`, `summary: …`: no number, no name and no sentence. */
function titleAfterCase(judgment: Judgment): Evident | null {
  for (const line of headOf(judgment)) {
    const lead = caseAlone.exec(line.text)?.[0]
    if (lead === undefined) continue
    const value = { line, start: lead.length, end: line.text.trimEnd().length }
    const isOfWords = wordsIn(value).length > 1 && !/[\d.:]/.test(textOf(value)) && titleEnd.test(textOf(value))
    if (isOfWords) return evident(nameOf(value), value, 'line', confidenceOf(value))
  }
  return null
}

/** The first label of a title with a value that is no line with a label of its own: others are headings. */
function labelledTitle(judgment: Judgment): [PlacedLabel, Segment] | undefined {
  for (const label of judgment.labels) {
    const value = label.kind === 'title' ? valueOf(judgment, label) : undefined
    const isOwn = judgment.labels.every(({ line, start }) => line.index !== value?.line.index || start === label.start)
    if (value && isOwn) return [label, value]
  }
  return undefined
}

const labelled = (value: Segment) => evident(nameOf(value), value, 'labelled', confidenceOf(value))

/**
 * The title that a line of the head is, of those before a line: the first that does not call the document a case, else the first, else
 * the line of one side against the other.
 */
function titleInHead(judgment: Judgment, before = Infinity): Evident | null {
  const head = headOf(judgment).filter(({ index }) => index < before)
  const titles = head.flatMap((line) => titleFrom(judgment, line) ?? [])
  const title = titles.find(({ text }) => !isIndefinite.test(text)) ?? titles[0]
  if (title) return evident(nameOf(whole(title)), whole(title), 'line', confidenceOf(whole(title)))
  const against = head.find((line) => isVersusLine(line))
  return against ? evident(nameOf(whole(against)), whole(against), 'line', confidenceOf(whole(against))) : null
}

/** `a case`, at the end of a line. */
const isIndefinite = /\u0787\u07ac\u0787\u07b0\.?\s*$/u

/** Whether a line is `A v. B` and nothing else. */
function isVersusLine(line: TextLine): boolean {
  const match = versus.exec(line.text)
  if (!match || line.text.includes(':') || isNumber.test(line.text)) return false
  const end = match.index + match[0].length
  return [
    { ...whole(line), end: match.index },
    { ...whole(line), start: end },
  ].every(isNameAlone)
}

/** The line that is a title, or the two that are. */
function titleFrom(judgment: Judgment, line: TextLine): TextLine | undefined {
  const next = judgment.lines[line.next]
  const isOpen = next && mayGoOn(judgment, line) && !titleWordIn(line) && isTitleLine(judgment, next)
  return isTitleLine(judgment, line) ? line : isOpen ? joinNext(judgment, line) : undefined
}

/** Whether a line can be the first of a title of two: it has a subject, no label, no mark and nearly its full width. */
function mayGoOn({ labels, fullWidth }: Judgment, line: TextLine): boolean {
  const words = wordsIn(whole(line))
  return (
    words.length > 3 &&
    !words.some(({ skeleton }) => betweenParties.has(skeleton) || upon.has(skeleton)) &&
    line.line.box.width > fullWidth * open_share &&
    !/[:؛.،()]/.test(line.text) &&
    !labels.some((label) => label.line === line)
  )
}

const open_share = 0.5

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

/** The first lines of the page on which the labels begin, before the first paragraph. */
function headOf(judgment: Judgment): TextLine[] {
  const first = linesBeforeList(judgment)
  const end = first.findIndex((_, at) => opensParagraph(first.slice(at)))
  return end < 0 ? first : first.slice(0, end)
}

function linesBeforeList({ lines, labels }: Judgment): TextLine[] {
  const page = labels.find(({ kind }) => kind === 'number' || kind === 'claimant')?.line.page ?? 1
  const first = lines.filter((line) => line.page === page).slice(0, title_lines)
  const end = first.findIndex(isParagraph)
  return end < 0 ? first : first.slice(0, end)
}

const isParagraph = ({ text }: TextLine) =>
  text.length > min_paragraph && /^\s*(?:\(?1\s?[.)–-]|\u0780\s?[.)])/u.test(text)
const min_paragraph = 50

/** Whether lines of running text begin with the first of some: the sentence ends after one line or more that are full. */
function opensParagraph([first, ...rest]: readonly TextLine[]): boolean {
  if (!first || first.text.length < min_paragraph || first.text.includes(':')) return false
  const end = rest.findIndex(({ text }) => text.length < min_paragraph || text.includes(':'))
  return rest.slice(0, end < 0 ? rest.length : end + 1).some(({ text }) => sentenceEnd.test(text))
}

function isTitleLine({ labels }: Judgment, line: TextLine): boolean {
  const words = wordsIn({ line, start: 0, end: line.text.length })
  if (words.length < 2 || words.length > 14 || line.text.includes(':') || labels.some((label) => label.line === line))
    return false
  if (isNumber.test(line.text) || findDays(line.text).length > 0) return false
  if (words.every(({ skeleton }) => isNearly(skeleton, headingWords))) return false
  if (isNearly(line.skeleton.text, usualHeadings) || /\u0787\u07ac\u0788\u07ac\.?\s*$/u.test(line.text)) return false
  // What a judge is asked for ends in the word for a case.
  const isCase = words.length > 4 && titleWords.has(words.at(-1)?.skeleton ?? '')
  if (!isCase && words.some(({ skeleton }) => judgeTitles.has(skeleton))) return false
  return titleWordIn(line)
}

/** The number of a case, a card or a register. */
const isNumber = /\d[/-][A-Za-z]|[A-Za-z]\/\d|[A-Z]-?\d{3}/

/** Whether a line has a word of a title, or ends in what is asked for: `payment of the rent of a building`. */
function titleWordIn(line: TextLine): boolean {
  const words = wordsIn(whole(line))
  const isAsked = words.length > 2 && asked.test(words.at(-1)?.text ?? '')
  return isAsked || words.some(({ skeleton, text }) => titleWords.has(skeleton) && !isOther.test(text))
}

/** `and` and `who asks`, whose letters are those of the word for asking. */
const isOther = /^\u0787(?:\u07a6\u078b\u07a8|\u07ac\u078b\u07ad)$/u

/** The case type of the list that the label names, or the usual one of the court. */
export function findCaseType(judgment: Judgment, own: PlacedNumber | undefined, lists: FieldLists): Evident | null {
  const label = judgment.labels.find(({ kind }) => kind === 'case_type')
  const value = label && valueOf(judgment, label)
  const named = value && nearestType(value, lists)
  if (value && named) return evident(named, value, 'labelled')
  const said = typeInHead(judgment, lists)
  if (said) return said
  const usual = own && Object.entries(usualTypes).find(([code]) => own.key.startsWith(code))?.[1]
  const type = lists.case_types.find(({ name }) => name === usual)
  return own && type ? evident(type.name, own, 'court') : null
}

/** The type that a sentence or a heading above the first paragraph names. */
function typeInHead(judgment: Judgment, lists: FieldLists): Evident | null {
  for (const line of linesBeforeList(judgment)) {
    if (judgment.labels.some((label) => label.line === line && !ofCase.has(label.kind))) continue
    for (const { name } of lists.case_types) {
      const match = findPhrase(skeletonOf(name), line.skeleton, line.text)
      if (match && match.cost <= max_type_cost)
        return evident(name, { line, start: match.start, end: match.end }, 'line')
    }
  }
  return null
}

const max_type_cost = 0.5
/** Labels in whose lines a sentence may say more of the case. */
const ofCase: ReadonlySet<PlacedLabel['kind']> = new Set(['number', 'title', 'case_type'])

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
