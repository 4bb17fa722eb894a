import type { DatabaseSync } from 'node:sqlite'
import { isLatin } from '#server/search/lexicon/latinScript.ts'
import { wordsBySoundPrefix, wordsBySound } from '#server/search/lexicon/vocabulary.ts'
import { anyFormOf } from '#server/search/storage/ftsQuery.ts'
import { hasMatch } from '#server/search/storage/ftsSelect.ts'
import type { Visibility } from '#server/search/types.ts'
import { phoneticKey } from '#shared/text/language/phonetic.ts'
import { isThaana } from '#shared/text/language/spelling.ts'
import { tokenizeWords as wordsOf } from '#shared/text/language/tokenizer.ts'
import { fromLatin } from '#shared/text/language/transliterate.ts'
import { isLeaf, isNear, type Leaf, type Node, type PrefixNode, type WordNode } from '#shared/text/query/tree.ts'

/** A query with each Latin word widened by the words of the library that it may be, and the likeliest of each. */
export type LatinExpansion = { root: Node; read: string[]; marks: string[] }

/** `english`: the query is known to hold English, so that words such as `of` are not Dhivehi. */
type Asked = { visibility: Visibility; english: boolean }

type Reader = Asked & { from: DatabaseSync; read: string[]; marks: string[]; isAlone: boolean }

/**
 * Dhivehi typed in Latin letters: a word is also searched as the words of the library that sound like it, and what a word
 * begins with as those that begin to sound so. What is left out is read in the same way, and not told.
 */
export function expandLatinWords(from: DatabaseSync, root: Node, asked: Asked): LatinExpansion {
  const reader: Reader = { ...asked, from, read: [], marks: [], isAlone: isLeaf(root) }
  return { root: widen(root, reader), read: reader.read, marks: reader.marks }
}

function widen(node: Node, reader: Reader): Node {
  if (node.kind === 'not') return { kind: 'not', of: widen(node.of, { ...reader, read: [], marks: [] }) }
  if (node.kind === 'word' || node.kind === 'prefix') return isLatin(node.word) ? widenWord(node, reader) : node
  if (isLeaf(node)) return node
  // Of words near each other every choice is looked for by itself.
  return { ...node, of: node.of.map((part) => (isNear(node) && part.kind === 'prefix' ? part : widen(part, reader))) }
}

function widenWord(node: WordNode | PrefixNode, reader: Reader): Node {
  const { from, visibility, english, isAlone } = reader
  const isSmall = smallWords.has(node.word) && !isAlone
  if (isSmall && english) return node
  const found =
    node.kind === 'word' ? thaanaOf(from, node.word, visibility) : thaanaBeginning(from, node.word, visibility)
  const [best] = found
  if (best === undefined) return node
  if (!isSmall) reader.read.push(best)
  reader.marks.push(...found)
  const folded = found.flatMap((word) => wordsOf(word).map(({ word: fold }) => fold))
  return { kind: 'or', of: [node, ...folded.map((word): Leaf => ({ ...node, kind: 'word', word }))] }
}

/** English words that say little: hardly ever are they Dhivehi, and never is that worth telling. */
const smallWords: ReadonlySet<string> = new Set([
  'a', 'an', 'and', 'by', 'for', 'in', 'of', 'on', 'or', 'the', 'to', 'with',
]) // prettier-ignore

const maxReadings = 3
const maxPrefixReadings = 20

/** Words as they are written in the library, the most frequent first. */
function thaanaOf(from: DatabaseSync, latin: string, visibility: Visibility): string[] {
  const heard = wordsBySound(from, phoneticKey(latin), 8).filter(
    ({ word }) => isThaana(word) && isSeen(from, word, visibility),
  )
  if (heard.length > 0) return heard.slice(0, maxReadings).map(({ written }) => written)
  return fromLatin(latin).filter((word) => wordsOf(word).every((one) => isSeen(from, one.word, visibility))).slice(0, maxReadings) // prettier-ignore
}

function thaanaBeginning(from: DatabaseSync, latin: string, visibility: Visibility): string[] {
  const sound = phoneticKey(latin)
  const heard = sound === '' ? [] : wordsBySoundPrefix(from, sound, maxPrefixReadings)
  return heard.filter(({ word }) => isThaana(word) && isSeen(from, word, visibility)).map(({ written }) => written)
}

const isSeen = (from: DatabaseSync, word: string, visibility: Visibility) => hasMatch(from, anyFormOf(word), visibility)
