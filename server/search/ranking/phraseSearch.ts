import type { DatabaseSync } from 'node:sqlite'
import { formsOf } from '#shared/text/analyse.ts'
import { latinKey } from '#shared/text/phonetic.ts'
import { parseQuery } from '#shared/text/query/parse.ts'
import { leavesOf } from '#shared/text/query/simplify.ts'
import { isLeaf, type Node, type WordNode } from '#shared/text/query/tree.ts'
import { words } from '#shared/text/words.ts'
import { phraseDialect } from './dialects.ts'
import { distance } from './distance.ts'
import { type Bounds, countPhrases, everywhere, seen, type Sight } from './enumerate.ts'
import type { FoundPhrases, Paging } from './index.ts'
import { isLatin } from './isLatin.ts'
import { readLatin } from './latinWords.ts'
import { anyOf, holds, inColumns } from './match.ts'
import { formWord } from './ownWords.ts'
import { findPhrasePage } from './pages.ts'
import { phraseWordsLike, phraseWordsSounding } from './phraseWords.ts'
import { matchOf } from './queryExpression.ts'

/** A page of phrases, as the query was understood; where nothing is called so, what may be meant instead. */
export function answerPhrases(from: DatabaseSync, { text, paging }: { text: string; paging: Paging }): FoundPhrases {
  const { root } = parseQuery(text)
  if (!root) return { ids: [], count: 0, understood: null, marks: [], suggestion: null }
  const { widened, read, marks } = readWords(from, root, paging)
  const meant = writeInstead(text, read)
  const page = findPhrasePage(from, boundsOf(widened, paging), { texts: [...new Set([text, meant])], paging })
  const isRead = read.length > 0 && page.count > 0
  return {
    ...page,
    understood: isRead ? read.map(({ word }) => word).join(' ') : null,
    marks: isRead ? marks : [],
    suggestion: page.count === 0 ? nearestPhrase(from, meant, paging) : null,
  }
}

const boundsOf = (root: Node, sight: Sight): Bounds => ({
  match: seen(matchOf(root, phraseDialect), sight),
  ...everywhere,
})

const isCalled = (from: DatabaseSync, root: Node, sight: Sight) => countPhrases(from, boundsOf(root, sight)) > 0

/** A word of a query, and what is to stand in its place. */
type Instead = { leaf: WordNode; word: string }

/** From the end, so that what stands before keeps its place. */
const writeInstead = (text: string, all: readonly Instead[]) =>
  [...all]
    .sort((one, other) => other.leaf.start - one.leaf.start)
    .reduce((written, { leaf, word }) => written.slice(0, leaf.start) + word + written.slice(leaf.end), text)

type Reading = { widened: Node; read: Instead[]; marks: string[] }

/** Dhivehi typed in Latin letters: what no phrase is called by in English is also searched as what sounds so. */
function readWords(from: DatabaseSync, root: Node, sight: Sight): Reading {
  const reading: Reading = { widened: root, read: [], marks: [] }
  const widen = (node: Node): Node => {
    if (node.kind === 'word' && isLatin(node.word)) {
      const found = isName(from, node.word, sight) ? [] : thaanaOf(from, node, sight)
      const [word] = found
      if (word === undefined) return node
      reading.read.push({ leaf: node, word })
      reading.marks.push(...found)
      const folded = found.flatMap((one) => words(one).map(({ word: fold }) => fold))
      return { kind: 'or', of: [node, ...folded.map((fold): WordNode => ({ ...node, word: fold }))] }
    }
    if (isLeaf(node) || node.kind === 'not') return node
    return { ...node, of: node.of.map(widen) }
  }
  return { ...reading, widened: widen(root) }
}

function isName(from: DatabaseSync, word: string, sight: Sight): boolean {
  const match = inColumns('stems', anyOf(formsOf(word).map((form) => holds(formWord(form)))))
  return countPhrases(from, { match: seen(match, sight), ...everywhere }) > 0
}

const mostRead = 3

/**
 * Words that phrases are called by, else those of the cases that everybody may see: whoever reads drafts of phrases may
 * not read those of cases.
 */
function thaanaOf(from: DatabaseSync, leaf: WordNode, sight: Sight): string[] {
  const own = phraseWordsSounding(from, latinKey(leaf.word), sight).filter(({ word }) => !isLatin(word))
  if (own.length > 0) return own.slice(0, mostRead).map(({ written }) => written)
  return readLatin(from, leaf, { sight: { unpublished: false }, english: false }).marks
}

const mostWords = 3

/** The same words, with those that no phrase has as one is called by; null when that finds nothing either. */
function nearestPhrase(from: DatabaseSync, text: string, sight: Sight): string | null {
  const { root } = parseQuery(text)
  const leaves = root ? leavesOf(root, (node) => node.kind !== 'not').filter((leaf) => leaf.kind === 'word') : []
  const unknown = leaves.filter((leaf) => !isCalled(from, leaf, sight))
  if (unknown.length === 0 || unknown.length > mostWords) return null
  const mended = unknown.flatMap((leaf) => {
    const word = nearestWord(from, leaf.word, sight)
    return word === undefined ? [] : [{ leaf, word }]
  })
  if (mended.length < unknown.length) return null
  const suggestion = writeInstead(text, mended)
  const meant = parseQuery(suggestion).root
  return meant && isCalled(from, meant, sight) ? suggestion : null
}

/** The nearest; of those as near, the more frequent. In Latin letters by the sound. */
function nearestWord(from: DatabaseSync, typed: string, sight: Sight): string | undefined {
  const [column, key] = isLatin(typed) ? (['sound', latinKey(typed)] as const) : (['word', typed] as const)
  const most = key.length <= 6 ? 1 : 2
  const [best] = phraseWordsLike(from, column, key, sight)
    .map((word) => ({ word, score: distance(key, word[column], most) - Math.log10(1 + word.count) / 10 }))
    .filter(({ score }) => score < Infinity)
    .sort((one, other) => one.score - other.score)
  return best?.word.written
}
