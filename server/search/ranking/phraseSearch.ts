import type { DatabaseSync } from 'node:sqlite'
import { editDistance } from '#server/search/lexicon/editDistance.ts'
import { mayBeTransliterated } from '#shared/text/language/script.ts'
import { similarPhraseWords, phraseWordsBySound } from '#server/search/lexicon/phraseNames.ts'
import type { IndexReader } from '#server/search/postings/indexReader.ts'
import { compileQuery, phraseFields } from '#server/search/query/compileQuery.ts'
import { expandLatinWords } from '#server/search/query/expandLatinWords.ts'
import { type Replacement, replaceWords } from '#server/search/query/spellingCorrection.ts'
import { anyOf, type FtsQuery, term, inColumns } from '#server/search/storage/ftsQuery.ts'
import { countPhrases, restrictToVisible } from '#server/search/storage/ftsSelect.ts'
import { stemTerm } from '#server/search/storage/indexTerms.ts'
import type { FoundPhrases, Paging, Visibility } from '#server/search/types.ts'
import { formsOf } from '#shared/text/language/analyze.ts'
import { phoneticKey } from '#shared/text/language/phonetic.ts'
import { tokenizeWords } from '#shared/text/language/tokenizer.ts'
import { leavesOf } from '#shared/text/query/simplify.ts'
import { isLeaf, type Node, type ParsedQuery, type WordNode } from '#shared/text/query/tree.ts'
import { phrasePage } from './resultPages.ts'

type PhraseSearchParams = { parsed: ParsedQuery; paging: Paging }

/** A page of phrases for the rewritten query; without results, a suggestion. */
export function searchPhrases(reader: IndexReader, { parsed, paging }: PhraseSearchParams): FoundPhrases {
  const from = reader.database
  const { text, root } = parsed
  if (!root) return { ids: [], count: 0, understood: null, marks: [], suggestion: null }
  const { expanded, read, marks } = expandWords(reader, { text, root }, paging)
  const corrected = replaceWords(parsed, read)
  const page = phrasePage(from, visiblePhrases(expanded, paging), {
    texts: [...new Set([text, corrected.text])],
    paging,
  })
  const isRead = read.length > 0 && page.count > 0
  return {
    ...page,
    understood: isRead ? read.map(({ word }) => word).join(' ') : null,
    marks: isRead ? marks : [],
    suggestion: page.count === 0 ? nearestPhrase(from, corrected, paging) : null,
  }
}

const visiblePhrases = (root: Node, visibility: Visibility): FtsQuery =>
  restrictToVisible(compileQuery(root, phraseFields), visibility)

const hasPhrase = (database: DatabaseSync, root: Node, visibility: Visibility) =>
  countPhrases(database, visiblePhrases(root, visibility)) > 0

/** The words of the tree stand in the text. */
type TypedQuery = { text: string; root: Node }

type Expansion = { expanded: Node; read: Replacement[]; marks: string[] }

/** Dhivehi in Latin letters: a word that is no English name of a phrase is expanded by the words with its phonetic key. */
function expandWords(reader: IndexReader, { text, root }: TypedQuery, visibility: Visibility): Expansion {
  const expansion: Expansion = { expanded: root, read: [], marks: [] }
  const expand = (node: Node): Node => {
    if (node.kind === 'word' && mayBeTransliterated(node.word)) {
      const found = isName(reader.database, node.word, visibility)
        ? []
        : thaanaOf(reader, { text, leaf: node }, visibility)
      const [word] = found
      if (word === undefined) return node
      expansion.read.push({ leaf: node, word })
      const folded = found.flatMap((one) => tokenizeWords(one).map(({ word: fold }) => fold))
      expansion.marks.push(...folded)
      return { kind: 'or', of: [node, ...folded.map((fold): WordNode => ({ ...node, word: fold }))] }
    }
    if (isLeaf(node) || node.kind === 'not') return node
    return { ...node, of: node.of.map(expand) }
  }
  return { ...expansion, expanded: expand(root) }
}

function isName(database: DatabaseSync, word: string, visibility: Visibility): boolean {
  const ftsQuery = inColumns('stems', anyOf(formsOf(word).map((form) => term(stemTerm(form)))))
  return countPhrases(database, restrictToVisible(ftsQuery, visibility)) > 0
}

const maxRead = 3

type TypedWord = { text: string; leaf: WordNode }

/**
 * The words of phrase names with the phonetic key, else the words of published cases: a user who reads unpublished
 * phrases may lack the permission to read unpublished cases.
 */
function thaanaOf(reader: IndexReader, { text, leaf }: TypedWord, visibility: Visibility): string[] {
  const own = phraseWordsBySound(reader.database, phoneticKey(leaf.word), visibility).filter(
    ({ word }) => !mayBeTransliterated(word),
  )
  if (own.length > 0) return own.slice(0, maxRead).map(({ written }) => written)
  return expandLatinWords(reader, leaf, { text, visibility: { unpublished: false }, english: false }).marks
}

const maxWords = 3

/** The query with each unknown word replaced by the nearest word of a phrase name; null when that finds nothing either. */
function nearestPhrase(
  database: DatabaseSync,
  typed: Pick<ParsedQuery, 'text' | 'root'>,
  visibility: Visibility,
): string | null {
  const { root } = typed
  const leaves = root ? leavesOf(root, (node) => node.kind !== 'not').filter((leaf) => leaf.kind === 'word') : []
  const unknown = leaves.filter((leaf) => !hasPhrase(database, leaf, visibility))
  if (unknown.length === 0 || unknown.length > maxWords) return null
  const corrections = unknown.flatMap((leaf) => {
    const word = nearestWord(database, leaf.word, visibility)
    return word === undefined ? [] : [{ leaf, word }]
  })
  if (corrections.length < unknown.length) return null
  const suggestion = replaceWords(typed, corrections)
  return suggestion.root && hasPhrase(database, suggestion.root, visibility) ? suggestion.text : null
}

/** The word with the smallest edit distance, then the more frequent one; in Latin letters by the phonetic key. */
function nearestWord(database: DatabaseSync, typed: string, visibility: Visibility): string | undefined {
  const [column, key] = mayBeTransliterated(typed)
    ? (['sound', phoneticKey(typed)] as const)
    : (['word', typed] as const)
  const maxDistance = key.length <= 6 ? 1 : 2
  const [best] = similarPhraseWords(database, column, key, visibility)
    .map((word) => ({ word, score: editDistance(key, word[column], maxDistance) - Math.log10(1 + word.count) / 10 }))
    .filter(({ score }) => score < Infinity)
    .sort((one, other) => one.score - other.score)
  return best?.word.written
}
