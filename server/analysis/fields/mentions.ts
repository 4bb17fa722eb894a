import { honorifics } from '#shared/text/judgment/judgeWords.ts'
import {
  aboutWord,
  againstWords,
  betweenWords,
  caseEndings,
  kin,
  ofHome,
  placeOfOffice,
  sideWords,
  stateWords,
  uponWords,
  usualUpon,
} from '#shared/text/judgment/proseWords.ts'
import { isNearly, skeletonOf } from '#shared/text/judgment/skeleton.ts'
import { genitive, longEnding, partyPrefixes } from '#shared/text/judgment/words.ts'
import type { HeadSentence } from './headSentences.ts'
import type { Segment } from './textLines.ts'
import { isJoined, isKnown, isOfficeStem, type Marker, type ProseWord, type Run, runAt } from './nameRuns.ts'

/** A name in a sentence: the place of its first word, and of the first one after its case. */
export type Mention = { name: Segment; first: number; next: number; marker: Marker; isOffice: boolean }

/** A sentence with its words and the names in it. */
export type ReadSentence = { sentence: HeadSentence; words: ProseWord[]; mentions: Mention[] }

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
  const [first, last] = isOffice
    ? [placeOfOffice.has(stems[ofState - 1] ?? '') ? ofState - 1 : ofState, inRun.length - 1]
    : bounds(known, {
        verbs: inRun.findIndex(({ text }, index) => known[index] || !longEnding.test(text)),
        isBare: marker === 'bare' && isJoinedAfter(words, run),
        isFixed: isAfterSign(words, run.start),
      })
  const [from, to] = [inRun[first], inRun[last]]
  if (!from || !to) return undefined
  const count = last - first + 1
  const isPerson = count > 1 && count <= max_person && (known.some(Boolean) || isEvident(words, run, marker))
  if (!isOffice && !isPerson) return undefined
  const cut = last === inRun.length - 1 ? (run.ending?.cut ?? 0) : 0
  return { name: { line, start: from.start, end: to.end - cut }, first: run.start + first, next, marker, isOffice }
}

/** The first and the last word of a name: words that no list has are left out before it, and after it when nothing ends it. */
function bounds(
  known: readonly boolean[],
  { verbs, isBare, isFixed }: { verbs: number; isBare: boolean; isFixed: boolean },
): [number, number] {
  const [first, last] = [known.indexOf(true), known.lastIndexOf(true)]
  if (first < 0 || verbs > 0) return [Math.max(0, verbs), known.length - 1]
  const isLong = known.length > max_usual
  const start = (!isFixed || isLong) && known.length - first > 1 ? first : 0
  return [start, isBare && last > start ? last : known.length - 1]
}

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
  if ((marker === 'with' || marker === 'of') && isNearly(after.skeleton, betweenWords))
    return { marker: 'between', next: next + 1 }
  if (marker === 'of' && isNearly(after.skeleton, sideWords)) return { marker: 'from', next: next + 1 }
  return { marker: marker ?? 'bare', next }
}

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
