import { bystanders, partyWords } from '#shared/text/judgment/clauses.ts'
import { clerks, honorifics, judgedThings, judgeTitles } from '#shared/text/judgment/judgeWords.ts'
import { asking, broughtThings, dayNouns, relatives } from '#shared/text/judgment/leadWords.ts'
import { personNames } from '#shared/text/judgment/personNames.ts'
import {
  againstWords,
  betweenWords,
  caseEndings,
  clearEnding,
  companyStem,
  kin,
  placeOfOffice,
  sideWords,
  smallWords,
  uponWords,
} from '#shared/text/judgment/proseWords.ts'
import { isNearly, skeletonOf } from '#shared/text/judgment/skeleton.ts'
import {
  clauseStops,
  companyWords,
  conjunctions,
  deceased,
  demonstrative,
  genitive,
  notNames,
  offices,
  partyPrefixes,
  representatives,
  sentenceEnding,
} from '#shared/text/judgment/words.ts'
import { type NameWord, wordsIn } from './namePieces.ts'
import { ofSentence } from './partiesInTurns.ts'
import type { Segment } from './textLines.ts'

/** A word outside brackets, with the signs between it and the word before it. */
export type ProseWord = NameWord & { before: string; hasBracket: boolean }

/** What the ending of a name, and the word after it, say of it in its sentence. */
export type Marker = 'upon' | 'from' | 'of' | 'with' | 'between' | 'to' | 'topic' | 'is' | 'bare'

/** The words of a sentence outside brackets. */
export function proseWords(sentence: Segment): ProseWord[] {
  const { line, start, end } = sentence
  const text = line.text.slice(start, end)
  const brackets = [...text.matchAll(/[([][^()[\]]*[)\]]/gu)].map(({ 0: match, index }) => ({
    from: start + index,
    to: start + index + match.length,
  }))
  const masked = text.replace(/[([][^()[\]]*[)\]]/gu, (match) => ' '.repeat(match.length))
  const words = wordsIn(sentence).filter(
    (word) => !brackets.some(({ from, to }) => word.start >= from && word.end <= to),
  )
  return words.map((word, at) => {
    const from = words[at - 1]?.end ?? start
    const hasBracket = brackets.some((bracket) => bracket.from >= from && bracket.to <= word.start)
    return { ...word, hasBracket, before: masked.slice(from - start, word.start - start).trim() }
  })
}

/** Words that can be of one name. */
export type Run = { start: number; end: number; ending: Ending | undefined }
type Ending = { marker: Marker; cut: number }

const max_run = 9

/** The words from a place on that can be of one name; the last may have the ending of a case. */
export function runAt(words: readonly ProseWord[], at: number): Omit<Run, 'start'> {
  let end = at
  while (end < words.length && end - at < max_run) {
    const word = words[end]
    if (!word || (end > at && !isJoined(word))) break
    if (isPlace(words, end) || isShortPlace(word, words[end + 1])) break
    const ending = isOfOffice(words, end) || personNames.has(word.skeleton) ? undefined : endingOf(word)
    if (ending && (isKnownStem(word, ending) || (end > at && isUnknownStem(word, ending, words[end + 1]))))
      return { end: end + 1, ending }
    if (isBreak(word) && !isInOffice(words, at, end)) break
    end += 1
  }
  return { end, ending: undefined }
}

/** Nothing but a space stands before a word, or the dot of an initial. */
export const isJoined = ({ before, hasBracket }: ProseWord) => before === '' && !hasBracket

/** After the short name of an atoll or a ward. */
const isPlace = (words: readonly ProseWord[], at: number) =>
  words[at]?.before === '.' && (words[at - 1]?.text.length ?? 9) <= 4

/** The short name of an atoll or a ward: a dot and its place follow. */
const isShortPlace = ({ text }: ProseWord, next: ProseWord | undefined) => text.length <= 3 && next?.before === '.'

/** The ending of a case that is joined to a word. */
function endingOf({ text }: ProseWord): Ending | undefined {
  for (const { marker, ending } of caseEndings) {
    const match = ending.exec(text)
    if (match && match.index > 0) return { marker, cut: text.length - match.index }
  }
  return undefined
}

const stemOf = ({ text }: ProseWord, { cut }: Ending) => ({
  text: text.slice(0, -cut),
  skeleton: skeletonOf(text.slice(0, -cut)).text,
})

/** Whether a word with the ending of a case is a name without it. */
function isKnownStem(word: ProseWord, ending: Ending): boolean {
  const { skeleton } = stemOf(word, ending)
  return isKnown(skeleton) || isOfficeStem(skeleton)
}

/** Whether it may be one that no list has: at the end of a sentence, or before the word that the case needs. */
function isUnknownStem(word: ProseWord, ending: Ending, next: ProseWord | undefined): boolean {
  const stem = stemOf(word, ending)
  const needs = next !== undefined && relations.some((set) => set.has(next.skeleton))
  return stem.text.length > 3 && !isBreak(stem) && (ending.marker === 'is' || needs)
}

const relations = [uponWords, againstWords, sideWords, betweenWords]

/** The word for a company has another letter before some endings. */
export const isOfficeStem = (skeleton: string) =>
  companyWords.has(skeleton) || offices.has(skeleton) || skeleton.startsWith(companyStem)

export const isKnown = (skeleton: string) => isNearly(skeleton, personNames)

/** Whether a word is in no name: of a sentence, a title, a role, a relation, or with figures. */
function isBreak({ text, skeleton }: Pick<NameWord, 'text' | 'skeleton'>): boolean {
  // The consonants of `to that` are those of a name.
  if (clearEnding.test(text)) return true
  if (personNames.has(skeleton) || companyWords.has(skeleton) || offices.has(skeleton)) return false
  return /[\dA-Za-z]/.test(text) || isStop({ text, skeleton }) || noNames.some((ending) => ending.test(text))
}

/** Whether a word is one of a sentence, of a title, a role or a relation. */
const isStop = ({ text, skeleton }: Pick<NameWord, 'text' | 'skeleton'>) =>
  (skeleton.length < 2 && !/[A-Za-z]/.test(text)) ||
  stops.some((set) => set.has(skeleton)) ||
  isNearly(skeleton, honorifics) ||
  [...broughtThings, ...bystanders].some((stem) => skeleton.startsWith(stem)) ||
  isNearly(skeleton, representatives)

const stops = [
  smallWords,
  kin,
  conjunctions,
  clauseStops,
  partyWords,
  relatives,
  judgeTitles,
  honorifics,
  clerks,
  judgedThings,
  notNames,
  partyPrefixes,
  dayNouns,
  uponWords,
  againstWords,
  betweenWords,
  sideWords,
  deceased,
]

/** Endings of verbs, of places, of the genitive and the dative, of `a` and `also`. */
const noNames = [
  sentenceEnding,
  ofSentence,
  demonstrative,
  asking,
  /(?:[\u07a8\u07ac\u07ad]|\u078e\u07ac|\u0786\u07ae\u0781\u07b0|\u07a6\u0787\u07a8|[\u07a6\u07ac]\u0781\u07b0|\u07a6\u0786\u07a9|\u07aa\u0789\u07aa\u0782\u07b0|\u07ac\u0787\u07b0)$/u,
]

/** Whether a word in the genitive belongs to the office after it. */
function isOfOffice(words: readonly ProseWord[], at: number): boolean {
  const [word, next] = [words[at], words[at + 1]]
  if (!word || !next || !isJoined(next) || !isOfficeWord(next)) return false
  return placeOfOffice.has(word.skeleton) || (word.text.endsWith(genitive) && isOfficeWord(word))
}

/** Whether a word that is in no person's name can be of the office whose word follows soon: `Rannali Investment Pvt Ltd`. */
function isInOffice(words: readonly ProseWord[], start: number, at: number): boolean {
  const word = words[at]
  if (!word || isOfOffice(words, at)) return word !== undefined
  if (isStop(word) || /\d/.test(word.text) || inNoOffice.some((ending) => ending.test(word.text))) return false
  const end = words.findIndex((next, index) => index > at && (!isJoined(next) || isStop(next) || isOfficeWord(next)))
  const office = words[end]
  return office !== undefined && end - start <= max_office && isJoined(office) && isOfficeWord(office)
}
const max_office = 5

/** Endings of verbs and of cases. */
const inNoOffice = [
  sentenceEnding,
  ofSentence,
  demonstrative,
  asking,
  /(?:[\u0787\u0788]\u07a8|\u0786\u07aa\u0783\u07a8|[\u07ac\u07aa\u07a8]\u0785\u07a8|[\u07ac\u07ad]|[\u07a6\u07ac]\u0781\u07b0|\u07aa\u0789\u07aa\u0782\u07b0|\u07a6\u0786\u07a9|\u07ac\u0787\u07b0|\u078e\u07a6\u0787\u07a8)$/u,
]

const isOfficeWord = ({ skeleton, text }: ProseWord) =>
  companyWords.has(skeleton) ||
  offices.has(skeleton) ||
  caseEndings.some(({ ending }) => companyWords.has(skeletonOf(text.replace(ending, '')).text))
