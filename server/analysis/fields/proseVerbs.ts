import { broughtThings, asking, bringing, passive, receiving } from '#shared/text/judgment/leadWords.ts'
import {
  answering,
  bringingMore,
  bringingShort,
  claimantRole,
  doingAlone,
  giving,
  plainPerson,
  replyNoun,
  respondantRole,
  doingWithin,
} from '#shared/text/judgment/proseWords.ts'
import { honorifics } from '#shared/text/judgment/judgeWords.ts'
import type { ProseWord } from './nameRuns.ts'
import type { Side } from './partyList.ts'

/** Which side the verb at a place is of: one brings a claim, asks, appeals; the other answers, or a claim falls upon them. */
export function sideOfVerb(words: readonly ProseWord[], at: number): Side | undefined {
  const word = words[at]
  if (!word) return undefined
  const before = words.slice(Math.max(0, at - 3), at)
  const isBrought = before.some(isBroughtThing)
  const rest = restOfThing(word)
  if (rest !== undefined && startsAny(rest, answers)) return 'respondant'
  if (startsAny(word.skeleton, answering)) return 'respondant'
  if (giving.test(word.text) && before.some(({ skeleton }) => replyNoun.has(skeleton))) return 'respondant'
  if ((isBrought || rest !== undefined) && (passive.test(word.text) || startsAny(word.skeleton, receiving)))
    return 'respondant'
  if (asking.test(word.text) || bringingShort.test(word.text)) return 'claimant'
  if (
    startsAny(word.skeleton, brings) ||
    (rest !== undefined && (doingWithin.test(word.text) || startsAny(rest, bringing)))
  )
    return 'claimant'
  return isBrought && doingAlone.test(word.text) ? 'claimant' : undefined
}

/** The side of the first verb in a part of a sentence. */
export function firstSide(words: readonly ProseWord[], from: number, to = words.length): Side | undefined {
  for (let at = from; at < to; at += 1) {
    const side = sideOfVerb(words, at)
    if (side) return side
  }
  return undefined
}

/** A claim, a case, an appeal. */
export const isBroughtThing = ({ skeleton }: ProseWord) => startsAny(skeleton, broughtThings)

/** Stems of three letters are those of other words too: with their vowel signs they are not. */
const brings = [...bringing, ...bringingMore].filter((stem) => stem.length > 3)
const answers = [...answering, ...receiving]
const startsAny = (text: string, stems: Iterable<string>) => [...stems].some((stem) => text.startsWith(stem))

/** What follows the word for what is brought in the same word: the consonants of its verb. */
function restOfThing({ skeleton }: ProseWord): string | undefined {
  const thing = [...broughtThings].find((one) => skeleton.startsWith(one))
  return thing === undefined ? undefined : skeleton.slice(thing.length)
}

/** `who claimed A`, `the party who answers B`, `claimant C`: what stands directly before a name, and describes it. */
export function sideBefore(words: readonly ProseWord[], first: number): Side | undefined {
  const isNext = (at: number) => words.slice(at + 1, first + 1).every(({ before }) => before === '')
  const before = words[first - 1]
  if (!before || !isNext(first - 1)) return undefined
  const role = sideOfRole(before)
  if (role) return role
  const isNoun = plainPerson.test(before.text) || honorifics.has(before.skeleton)
  const at = isNoun ? first - 2 : first - 1
  return describing.test(words[at]?.text ?? '') && isNext(at) ? sideOfVerb(words, at) : undefined
}

/** The side that the word for a role is of. */
export const sideOfRole = ({ text }: ProseWord): Side | undefined =>
  claimantRole.test(text) ? 'claimant' : respondantRole.test(text) ? 'respondant' : undefined

/** The participle before a noun. */
const describing = /(?:\u07a8|\u07a7|\u07ad|\u07aa)$/u
