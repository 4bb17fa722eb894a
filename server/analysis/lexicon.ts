import { readFileSync } from 'node:fs'
import { firstIndexWhere } from '#shared/binarySearch.ts'
import { foldText } from '#shared/text/language/fold.ts'

/**
 * Inflected word forms of general Dhivehi, as a table that is opened without reading the words: their number, their hashes in
 * order, and how often the words have each sequence of three signs, all little-endian. By a collision of hashes, one word in
 * 40,000 that are not in the list is taken for one of it. The license is next to the file.
 */
const tableFile = new URL('../../db/seed/data/lexicon.table', import.meta.url)

type Lexicon = { hashes: Uint32Array; frequencies: Uint16Array }

let opened: Lexicon | undefined

function lexicon(): Lexicon {
  if (opened) return opened
  const { buffer } = Uint8Array.from(readFileSync(tableFile))
  const [count = 0] = new Uint32Array(buffer, 0, 1)
  opened = {
    hashes: new Uint32Array(buffer, 4, count),
    frequencies: new Uint16Array(buffer, 4 + 4 * count, signCount ** 3),
  }
  return opened
}

/** Whether a folded word is in the lexicon. */
export function isInLexicon(word: string): boolean {
  const { hashes } = lexicon()
  const hash = hashOf(word)
  return hashes[firstIndexWhere(hashes.length, (index) => (hashes[index] ?? 0) >= hash)] === hash
}

/** How often the words of the lexicon have a sign of a folded text between the same neighbors; at most 65,535. */
export const frequencyAt = (text: string, index: number): number => lexicon().frequencies[trigramAt(text, index)] ?? 0

/** The table of a list of words, one a line. */
export function buildTable(list: string): Uint8Array {
  // Folding drops and changes letters one by one, so that all words are folded at once.
  const folded = foldText(list)
  const hashes = Uint32Array.from(new Set(folded.split('\n').map(hashOf))).sort()
  const frequencies = countTrigrams(folded)
  const parts = [Uint32Array.of(hashes.length), hashes, frequencies]
  return Buffer.concat(parts.map(({ buffer }) => new Uint8Array(buffer)))
}

/** FNV-1a over UTF-16 units. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < word.length; index += 1) hash = Math.imul(hash ^ word.charCodeAt(index), 0x01000193)
  return hash >>> 0
}

/** Counts the sequences of three signs in the words of a text, one word a line. */
function countTrigrams(text: string): Uint16Array {
  const frequencies = new Uint16Array(signCount ** 3)
  for (let index = 0; index < text.length; index += 1) {
    if (text.charCodeAt(index) === newline) continue
    const trigram = trigramAt(text, index)
    frequencies[trigram] = Math.min(65_535, (frequencies[trigram] ?? 0) + 1)
  }
  return frequencies
}

const newline = 10

/** The signs of Thaana from U+0780, and 0 for the ends of a word and for any other character. */
const signCount = 51

const signAt = (text: string, index: number): number => {
  const sign = text.charCodeAt(index) - 0x077f
  return sign > 0 && sign < signCount ? sign : 0
}

/** The index of a sign with its neighbors in the table of frequencies. */
const trigramAt = (text: string, index: number): number =>
  (signAt(text, index - 1) * signCount + signAt(text, index)) * signCount + signAt(text, index + 1)
