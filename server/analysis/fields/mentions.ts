import { bystanders, partyWords } from '#shared/text/judgment/clauses.ts'
import { clerks, honorifics, judgedThings, judgeTitles } from '#shared/text/judgment/judgeWords.ts'
import { asking, broughtThings, dayNouns, relatives } from '#shared/text/judgment/leadWords.ts'
import { personNames } from '#shared/text/judgment/personNames.ts'
import { aboutWord, againstWords, betweenWords, caseEndings, clearEnding, companyStem, kin, ofHome, placeOfOffice, sideWords, smallWords, stateWords, uponWords, usualUpon } from '#shared/text/judgment/proseWords.ts' // prettier-ignore
import { isNearly, skeletonOf } from '#shared/text/judgment/skeleton.ts'
import { clauseStops, companyWords, conjunctions, deceased, demonstrative, genitive, longEnding, notNames, offices, partyPrefixes, representatives, sentenceEnding } from '#shared/text/judgment/words.ts' // prettier-ignore
import type { HeadSentence } from './headSentences.ts'
import { type NameWord, wordsIn } from './namePieces.ts'
import { ofSentence } from './partiesInTurns.ts'
import type { Segment } from './textLines.ts'

/** A word outside brackets, with the signs between it and the word before it. */
export type ProseWord = NameWord & { before: string; hasBracket: boolean }

/** What the ending of a name, and the word after it, say of it in its sentence. */
type Marker = 'upon' | 'from' | 'of' | 'with' | 'between' | 'to' | 'topic' | 'is' | 'bare'

/** A name in a sentence: the place of its first word, and of the first one after its case. */
export type Mention = { name: Segment; first: number; next: number; marker: Marker; isOffice: boolean }

/** A sentence with its words and the names in it. */
export type ReadSentence = { sentence: HeadSentence; words: ProseWord[]; mentions: Mention[] }

/** The words of a sentence outside brackets. */
export function proseWords(sentence: Segment): ProseWord[] {
  const { line, start, end } = sentence
  const text = line.text.slice(start, end)
  const brackets = [...text.matchAll(/[([][^()[\]]*[)\]]/gu)].map(({ 0: match, index }) => ({ from: start + index, to: start + index + match.length })) // prettier-ignore
  const masked = text.replace(/[([][^()[\]]*[)\]]/gu, (match) => ' '.repeat(match.length))
  const words = wordsIn(sentence).filter((word) => !brackets.some(({ from, to }) => word.start >= from && word.end <= to)) // prettier-ignore
  return words.map((word, at) => {
    const from = words[at - 1]?.end ?? start
    const hasBracket = brackets.some((bracket) => bracket.from >= from && bracket.to <= word.start)
    return { ...word, hasBracket, before: masked.slice(from - start, word.start - start).trim() }
  })
}

/** The names of persons, offices and companies in a sentence, each with its marker. */
export function mentionsIn({ line }: Segment, words: readonly ProseWord[]): Mention[] {
  const mentions: Mention[] = []
  for (let at = 0; at < words.length;) {
    const run = runAt(words, at)
    const mention = run.end > at ? mentionOf(line, words, { start: at, ...run }) : undefined
    if (mention) mentions.push(mention)
    at = Math.max(at + 1, mention?.next ?? run.end)
  }
  return mentions
}

type Run = { start: number; end: number; ending: Ending | undefined }
type Ending = { marker: Marker; cut: number }

const max_run = 9

/** The words from a place on that can be of one name; the last may have the ending of a case. */
function runAt(words: readonly ProseWord[], at: number): Omit<Run, 'start'> {
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
const isJoined = ({ before, hasBracket }: ProseWord) => before === '' && !hasBracket

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
const isOfficeStem = (skeleton: string) =>
  companyWords.has(skeleton) || offices.has(skeleton) || skeleton.startsWith(companyStem)

const isKnown = (skeleton: string) => isNearly(skeleton, personNames)

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
  smallWords, kin, conjunctions, clauseStops, partyWords, relatives, judgeTitles, honorifics, clerks, judgedThings,
  notNames, partyPrefixes, dayNouns, uponWords, againstWords, betweenWords, sideWords, deceased,
] // prettier-ignore

/** Endings of verbs, of places, of the genitive and the dative, of `a` and `also`. */
const noNames = [
  sentenceEnding, ofSentence, demonstrative, asking,
  /(?:[\u07a8\u07ac\u07ad]|\u078e\u07ac|\u0786\u07ae\u0781\u07b0|\u07a6\u0787\u07a8|[\u07a6\u07ac]\u0781\u07b0|\u07a6\u0786\u07a9|\u07aa\u0789\u07aa\u0782\u07b0|\u07ac\u0787\u07b0)$/u,
] // prettier-ignore

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
const inNoOffice = [sentenceEnding, ofSentence, demonstrative, asking, /(?:[\u0787\u0788]\u07a8|\u0786\u07aa\u0783\u07a8|[\u07ac\u07aa\u07a8]\u0785\u07a8|[\u07ac\u07ad]|[\u07a6\u07ac]\u0781\u07b0|\u07aa\u0789\u07aa\u0782\u07b0|\u07a6\u0786\u07a9|\u07ac\u0787\u07b0|\u078e\u07a6\u0787\u07a8)$/u] // prettier-ignore

const isOfficeWord = ({ skeleton, text }: ProseWord) =>
  companyWords.has(skeleton) ||
  offices.has(skeleton) ||
  caseEndings.some(({ ending }) => companyWords.has(skeletonOf(text.replace(ending, '')).text))

const max_person = 5
/** Most names have three words: of more the first may be none. */
const max_usual = 4

function mentionOf(line: Segment['line'], words: readonly ProseWord[], run: Run): Mention | undefined {
  const inRun = words.slice(run.start, run.end)
  const stems = inRun.map((word, index) =>
    index === inRun.length - 1 && run.ending ? skeletonOf(word.text.slice(0, -run.ending.cut)).text : word.skeleton,
  )
  const isOffice = stems.some(isOfficeStem)
  const ofState = Math.max(
    0,
    stems.findIndex((skeleton) => stateWords.has(skeleton)),
  )
  const { marker, next } = markerAfter(words, run)
  const known = stems.map(isKnown)
  const [first, last] = isOffice ? [placeOfOffice.has(stems[ofState - 1] ?? '') ? ofState - 1 : ofState, inRun.length - 1] : bounds(known, { verbs: inRun.findIndex(({ text }, index) => known[index] || !longEnding.test(text)), isBare: marker === 'bare' && isJoinedAfter(words, run), isFixed: isAfterSign(words, run.start) }) // prettier-ignore
  const [from, to] = [inRun[first], inRun[last]]
  if (!from || !to) return undefined
  const count = last - first + 1
  const isPerson = count > 1 && count <= max_person && (known.some(Boolean) || isEvident(words, run, marker))
  if (!isOffice && !isPerson) return undefined
  const cut = last === inRun.length - 1 ? (run.ending?.cut ?? 0) : 0
  return { name: { line, start: from.start, end: to.end - cut }, first: run.start + first, next, marker, isOffice }
}

/** The first and the last word of a name: words that no list has are left out before it, and after it when nothing ends it. */
function bounds(known: readonly boolean[], { verbs, isBare, isFixed }: { verbs: number; isBare: boolean; isFixed: boolean }): [number, number] {
  const [first, last] = [known.indexOf(true), known.lastIndexOf(true)]
  if (first < 0 || verbs > 0) return [Math.max(0, verbs), known.length - 1]
  const isLong = known.length > max_usual
  const start = (!isFixed || isLong) && known.length - first > 1 ? first : 0
  return [start, isBare && last > start ? last : known.length - 1]
} // prettier-ignore

const isJoinedAfter = (words: readonly ProseWord[], { end }: Run) => {
  const next = words[end]
  return next !== undefined && isJoined(next)
}

/** Whether a sign, a title or an address stands before a word. */
const isAfterSign = (words: readonly ProseWord[], at: number) => {
  const [before, word] = [words[at - 1], words[at]]
  return before === undefined || word === undefined || !isJoined(word) || isLead(before)
}

const isLead = ({ text, skeleton }: ProseWord) =>
  honorifics.has(skeleton) || partyPrefixes.has(skeleton) || kin.has(skeleton) || /\u078e[\u07ac\u07ad]$/u.test(text)

/** The address that a name follows: a place in the genitive, which is a word of its own, or a building. */
const isAddressBefore = ({ text }: ProseWord) => text === genitive || ofHome.test(text)

/** Whether a title, a card or a place with a marker makes two words a name that no list has. */
function isEvident(words: readonly ProseWord[], { start, end }: Run, marker: Marker): boolean {
  const before = words[start - 1]
  if (before && isJoined(words[start] ?? before) && honorifics.has(before.skeleton)) return true
  const hasCard = words[end]?.hasBracket ?? false
  return hasCard || (before !== undefined && isAddressBefore(before) && marker !== 'bare' && marker !== 'of')
}

const isUponWord = ({ skeleton, before }: ProseWord) =>
  before === '' && (uponWords.has(skeleton) || isNearly(skeleton, usualUpon))

/** What stands after a name: the ending of its case, joined or apart, and the word that it needs. */
function markerAfter(words: readonly ProseWord[], { end, ending }: Run): { marker: Marker; next: number } {
  const at = ending ? end : endOfAddress(words, end)
  const apart = ending ? undefined : apartAt(words[at])
  const marker = ending?.marker ?? apart
  const next = apart ? at + 1 : end
  const after = words[next]
  if (!after) return { marker: marker ?? 'is', next }
  if (isUponWord(after) && (marker === 'of' || marker === undefined)) return { marker: 'upon', next: next + 1 }
  const following = words[next + 1]
  // A single letter is what is left of the ending.
  if (following && after.skeleton.length < 2 && isUponWord(following)) return { marker: 'upon', next: next + 2 }
  if (isNearly(after.skeleton, againstWords)) return { marker: 'upon', next: next + 1 }
  if (aboutWord.test(after.text)) return { marker: 'upon', next: next + 1 }
  if ((marker === 'with' || marker === 'of') && isNearly(after.skeleton, betweenWords)) return { marker: 'between', next: next + 1 }
  if (marker === 'of' && isNearly(after.skeleton, sideWords)) return { marker: 'from', next: next + 1 }
  return { marker: marker ?? 'bare', next }
} // prettier-ignore

/** The place after an address that commas divide from a name and from the ending of its case. */
function endOfAddress(words: readonly ProseWord[], end: number): number {
  if (!isComma(words[end])) return end
  const at = words.findIndex((word, index) => index > end && isComma(word) && apartAt(word) !== undefined)
  const address = words.slice(end, at)
  const isOne = at > end && address.length <= max_address && !address.some(({ skeleton }) => isKnown(skeleton))
  return isOne ? at : end
}
const max_address = 6
const isComma = (word: ProseWord | undefined) => word !== undefined && /^[،,]$/u.test(word.before)

/** The ending of a case as a word of its own. */
function apartAt(word: ProseWord | undefined): Marker | undefined {
  if (!word || !/^[،,]?$/u.test(word.before)) return undefined
  return caseEndings.find(({ ending }) => ending.exec(word.text)?.index === 0)?.marker
}
