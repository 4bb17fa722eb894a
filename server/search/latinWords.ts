import type { DatabaseSync } from 'node:sqlite'
import { latinKey } from '#shared/text/phonetic.ts'
import { isLeaf, type Node } from '#shared/text/query/tree.ts'
import { fromLatin } from '#shared/text/transliterate.ts'
import { words as wordsOf } from '#shared/text/words.ts'
import { isFound, type Sight } from './enumerate.ts'
import { formsOf } from './forms.ts'
import { isLatin } from './isLatin.ts'
import { anyOf, holds } from './match.ts'
import { formWord } from './ownWords.ts'
import { wordsSounding } from './vocabulary.ts'

/** A query with each Latin word widened by the words of the library that it may be, and the likeliest of each. */
export type LatinReading = { root: Node; read: string[]; marks: string[] }

/** Dhivehi typed in Latin letters: a word is also searched as the words of the library that sound like it. What is to be left out is left as it is. */
export function readLatin(from: DatabaseSync, root: Node, sight: Sight): LatinReading {
  const read: string[] = []
  const marks: string[] = []
  const widen = (node: Node): Node => {
    if (node.kind === 'word' && isLatin(node.word)) {
      const found = thaanaOf(from, node.word, sight)
      const [best] = found
      if (best === undefined) return node
      read.push(best)
      marks.push(...found)
      const folded = found.flatMap((word) => wordsOf(word).map(({ word: fold }) => fold))
      return { kind: 'or', of: [node, ...folded.map((word) => ({ ...node, word }))] }
    }
    if (isLeaf(node) || node.kind === 'not') return node
    return { ...node, of: node.of.map(widen) }
  }
  return { root: widen(root), read, marks }
}

const most = 3

/** Words as they are written in the library, the most frequent first. */
function thaanaOf(from: DatabaseSync, latin: string, sight: Sight): string[] {
  const isSeen = (word: string) => isFound(from, anyOf(formsOf(word).map((form) => holds(formWord(form)))), sight)
  const heard = wordsSounding(from, latinKey(latin), 8).filter(({ word }) => isThaana(word) && isSeen(word))
  if (heard.length > 0) return heard.slice(0, most).map(({ written }) => written)
  return fromLatin(latin).filter((word) => wordsOf(word).every((one) => isSeen(one.word))).slice(0, most) // prettier-ignore
}

const isThaana = (word: string) => /\p{Script=Thaana}/u.test(word)
