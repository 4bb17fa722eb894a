import { formsOf } from '#shared/text/analyse.ts'
import { words } from '#shared/text/words.ts'
import { writtenWords } from '#shared/text/written.ts'
import { wholeName } from './ownWords.ts'

/** How near a whole name is to what was typed, the nearest first: written so, in other letters, in any form. */
const ways: readonly ((text: string) => readonly string[])[] = [
  (text) => writtenWords(text).map(({ written }) => written),
  (text) => words(text).map(({ word }) => word),
  (text) => words(text).map(({ word }) => formsOf(word)[0] ?? word),
]

/** Several names in one field are divided by a sign: one of them comes behind a name that is nothing else. */
const divided = /[;,،؛/()]/

/** The words of the index by which names are found as a whole. */
export const wordsOfNames = (names: readonly string[]): string[] => [
  ...new Set([
    ...names.flatMap((name) => asWhole(name)),
    ...names.flatMap((name) => (divided.test(name) ? name.split(divided).flatMap(asPart) : [])),
  ]),
]

/** The words of the names that a text may be as a whole, the nearest first. */
export const namesMeant = (text: string): string[] => [...asWhole(text), ...asPart(text)]

const asWhole = (name: string) => ways.flatMap((way, degree) => named(degree, way(name)))
const asPart = (name: string) => ways.slice(-1).flatMap((way) => named(ways.length, way(name)))

const named = (degree: number, parts: readonly string[]) => (parts.length > 0 ? [wholeName(degree, parts)] : [])
