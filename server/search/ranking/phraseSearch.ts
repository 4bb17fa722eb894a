import type { DatabaseSync } from 'node:sqlite'
import { editDistance } from '#server/search/lexicon/editDistance.ts'
import { isLatin } from '#server/search/lexicon/latinScript.ts'
import { similarPhraseWords, phraseWordsBySound } from '#server/search/lexicon/phraseNames.ts'
import { compileQuery } from '#server/search/query/compileQuery.ts'
import { expandLatinWords } from '#server/search/query/expandLatinWords.ts'
import { phraseFields } from '#server/search/query/fieldConfig.ts'
import { type Replacement, replaceWords } from '#server/search/query/spellingCorrection.ts'
import { anyOf, term, inColumns } from '#server/search/storage/ftsQuery.ts'
import { type RangedQuery, countPhrases, fullRange, restrictToVisible } from '#server/search/storage/ftsSelect.ts'
import { stemTerm } from '#server/search/storage/indexTerms.ts'
import type { FoundPhrases, Paging, Visibility } from '#server/search/types.ts'
import { formsOf } from '#shared/text/language/analyze.ts'
import { phoneticKey } from '#shared/text/language/phonetic.ts'
import { tokenizeWords } from '#shared/text/language/tokenizer.ts'
import { leavesOf } from '#shared/text/query/simplify.ts'
import { isLeaf, type Node, type ParsedQuery, type WordNode } from '#shared/text/query/tree.ts'
import { phrasePage } from './resultPages.ts'

type Asked = { parsed: ParsedQuery; paging: Paging }

/** A page of phrases, as the query was understood; where nothing is called so, what may be meant instead. */
export function searchPhrases(from: DatabaseSync, { parsed, paging }: Asked): FoundPhrases {
  const { text, root } = parsed
  if (!root) return { ids: [], count: 0, understood: null, marks: [], suggestion: null }
  const { widened, read, marks } = readWords(from, root, paging)
  const meant = replaceWords(parsed, read)
  const page = phrasePage(from, boundsOf(widened, paging), { texts: [...new Set([text, meant.text])], paging })
  const isRead = read.length > 0 && page.count > 0
  return {
    ...page,
    understood: isRead ? read.map(({ word }) => word).join(' ') : null,
    marks: isRead ? marks : [],
    suggestion: page.count === 0 ? nearestPhrase(from, meant, paging) : null,
  }
}

const boundsOf = (root: Node, visibility: Visibility): RangedQuery => ({
  ftsQuery: restrictToVisible(compileQuery(root, phraseFields), visibility),
  ...fullRange,
})

const isCalled = (from: DatabaseSync, root: Node, visibility: Visibility) =>
  countPhrases(from, boundsOf(root, visibility)) > 0

type Reading = { widened: Node; read: Replacement[]; marks: string[] }

/** Dhivehi typed in Latin letters: what no phrase is called by in English is also searched as what sounds so. */
function readWords(from: DatabaseSync, root: Node, visibility: Visibility): Reading {
  const reading: Reading = { widened: root, read: [], marks: [] }
  const widen = (node: Node): Node => {
    if (node.kind === 'word' && isLatin(node.word)) {
      const found = isName(from, node.word, visibility) ? [] : thaanaOf(from, node, visibility)
      const [word] = found
      if (word === undefined) return node
      reading.read.push({ leaf: node, word })
      reading.marks.push(...found)
      const folded = found.flatMap((one) => tokenizeWords(one).map(({ word: fold }) => fold))
      return { kind: 'or', of: [node, ...folded.map((fold): WordNode => ({ ...node, word: fold }))] }
    }
    if (isLeaf(node) || node.kind === 'not') return node
    return { ...node, of: node.of.map(widen) }
  }
  return { ...reading, widened: widen(root) }
}

function isName(from: DatabaseSync, word: string, visibility: Visibility): boolean {
  const ftsQuery = inColumns('stems', anyOf(formsOf(word).map((form) => term(stemTerm(form)))))
  return countPhrases(from, { ftsQuery: restrictToVisible(ftsQuery, visibility), ...fullRange }) > 0
}

const mostRead = 3

/**
 * Words that phrases are called by, else those of the cases that everybody may see: whoever reads drafts of phrases may
 * not read those of cases.
 */
function thaanaOf(from: DatabaseSync, leaf: WordNode, visibility: Visibility): string[] {
  const own = phraseWordsBySound(from, phoneticKey(leaf.word), visibility).filter(({ word }) => !isLatin(word))
  if (own.length > 0) return own.slice(0, mostRead).map(({ written }) => written)
  return expandLatinWords(from, leaf, { visibility: { unpublished: false }, english: false }).marks
}

const mostWords = 3

/** The same words, with those that no phrase has as one is called by; null when that finds nothing either. */
function nearestPhrase(
  from: DatabaseSync,
  typed: Pick<ParsedQuery, 'text' | 'root'>,
  visibility: Visibility,
): string | null {
  const { root } = typed
  const leaves = root ? leavesOf(root, (node) => node.kind !== 'not').filter((leaf) => leaf.kind === 'word') : []
  const unknown = leaves.filter((leaf) => !isCalled(from, leaf, visibility))
  if (unknown.length === 0 || unknown.length > mostWords) return null
  const mended = unknown.flatMap((leaf) => {
    const word = nearestWord(from, leaf.word, visibility)
    return word === undefined ? [] : [{ leaf, word }]
  })
  if (mended.length < unknown.length) return null
  const suggestion = replaceWords(typed, mended)
  return suggestion.root && isCalled(from, suggestion.root, visibility) ? suggestion.text : null
}

/** The nearest; of those as near, the more frequent. In Latin letters by the sound. */
function nearestWord(from: DatabaseSync, typed: string, visibility: Visibility): string | undefined {
  const [column, key] = isLatin(typed) ? (['sound', phoneticKey(typed)] as const) : (['word', typed] as const)
  const most = key.length <= 6 ? 1 : 2
  const [best] = similarPhraseWords(from, column, key, visibility)
    .map((word) => ({ word, score: editDistance(key, word[column], most) - Math.log10(1 + word.count) / 10 }))
    .filter(({ score }) => score < Infinity)
    .sort((one, other) => one.score - other.score)
  return best?.word.written
}
