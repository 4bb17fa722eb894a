import { limits } from '../../limits.ts'
import { foldCaseNumbers } from '../caseNumberAtoms.ts'
import { countLetters, longestWord, snapToLetter, words } from '../words.ts'
import { type WrittenWord, writtenWords } from '../written.ts'
import type { Token } from './lexer.ts'
import type { Mender } from './mender.ts'
import type { Leaf } from './tree.ts'
import type { Typed } from './unseen.ts'

/** What a token looks for; undefined where it holds no letter or digit. */
export function leafOf(token: Token, mender: Mender): Leaf | undefined {
  const leaf = readLeaf(token, mender)
  return leaf && mender.countLeaf(leaf) ? leaf : undefined
}

function readLeaf(token: Token, mender: Mender): Leaf | undefined {
  if (token.kind === 'number') return numberOf(token)
  if (token.kind !== 'quote') return chunkOf(token, mender)
  const { inside, closed } = token
  if (!closed) mender.mend('quote-unclosed', token.text)
  const found = wordsIn(inside)
  if (inside.text.includes('*')) mender.mend('star-misplaced', token.text)
  if (found.length === 0 && closed) mender.mend('quote-empty', token.text)
  return phraseOf(found, true)
}

function numberOf({ text, start, end, keys }: Token & { kind: 'number' }): Leaf {
  const written = foldCaseNumbers(text).text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N})]+$/gu, '')
  return { kind: 'number', keys, text: written, words: words(text).map(({ word }) => word), start, end }
}

function chunkOf(token: Token, mender: Mender): Leaf | undefined {
  const { text } = token
  const found = wordsIn(token)
  const [first] = found
  const unknown = /^(\p{L}[\p{L}\p{M}]{1,19}):[\p{L}\p{N}]/u.exec(text)?.[1]
  if (unknown !== undefined) mender.mend('filter-unknown', unknown)
  if (!first || found.length > 1) {
    if (text.includes('*')) mender.mend('star-misplaced', text)
    return phraseOf(found, false)
  }
  const { word, written, end } = first
  if (word.length > longestWord) mender.mend('word-too-long', word.slice(0, snapToLetter(word, shownOfLong)))
  if (!text.includes('*')) return { kind: 'word', word, ...(written !== word && { written }), start: first.start, end }
  const isPrefix = /[\p{L}\p{M}\p{N}]\*\P{L}*$/u.test(text) && countLetters(word) >= limits.search.min_star_letters
  if (!isPrefix) mender.mend('star-misplaced', text)
  return { kind: isPrefix && mender.countStar(text) ? 'prefix' : 'word', word, start: first.start, end }
}

const shownOfLong = 24

function phraseOf(found: readonly WrittenWord[], quoted: boolean): Leaf | undefined {
  const [first, last] = [found[0], found.at(-1)]
  if (!first || !last) return undefined
  return {
    kind: 'phrase',
    words: found.map(({ word }) => word),
    written: found.map(({ written }) => written),
    quoted,
    start: first.start,
    end: last.end,
  }
}

const wordsIn = ({ typed, start }: Typed): WrittenWord[] =>
  writtenWords(typed).map((word) => ({ ...word, start: word.start + start, end: word.end + start }))
