import type { DatabaseSync } from 'node:sqlite'
import { mayBeTransliterated, joinNameParts } from '#shared/text/language/script.ts'
import { namesByPrefix } from '#server/search/lexicon/names.ts'
import { phraseWordsBySoundPrefix, phraseWordsBySound } from '#server/search/lexicon/phraseNames.ts'
import { type VocabularyWord, wordsByPrefix, wordsBySoundPrefix } from '#server/search/lexicon/vocabulary.ts'
import { hasMatch, type IndexReader } from '#server/search/postings/indexReader.ts'
import { toEntity } from '#server/search/query/findEntity.ts'
import { visibleSpelling } from '#server/search/query/spellingCorrection.ts'
import {
  allOf,
  anyFormOf,
  anyOf,
  prefix,
  term,
  inColumns,
  type FtsQuery,
  toFtsSyntax,
} from '#server/search/storage/ftsQuery.ts'
import { fullRange, restrictToVisible } from '#server/search/storage/ftsSelect.ts'
import { fieldTerm, caseNumberTerm } from '#server/search/storage/indexTerms.ts'
import { statement } from '#server/search/storage/connection.ts'
import type { Completion, Completions, Visibility, UnfinishedQuery } from '#server/search/types.ts'
import type { Entity } from '#shared/calls/search.ts'
import { formsOf } from '#shared/text/language/analyze.ts'
import { beginningKeys, phoneticKey } from '#shared/text/language/phonetic.ts'
import { hasDigit, type Word, tokenizeWords as wordsOf } from '#shared/text/language/tokenizer.ts'
import { isTooShort } from '#shared/text/query/highlightQuery.ts'
import { isLeaf, type Leaf, type Node, type ParsedQuery } from '#shared/text/query/tree.ts'
import { namedFirst, wholeNameQueries } from './resultPages.ts'

type VisibilityByType = { cases: Visibility; phrases: Visibility }

const maxResults = { cases: 4, phrases: 4, names: 6, words: 8 }

export function findCompletions(
  reader: IndexReader,
  { parsed, keys }: UnfinishedQuery,
  visibility: VisibilityByType,
): Completions {
  const from = reader.database
  const { text } = parsed
  const typed = wordsOf(text)
  if (typed.length === 0) return { cases: [], phrases: [], names: [], words: [] }
  return {
    cases: hasDigit(text) ? casesByNumber(reader, { typed, keys }, visibility.cases) : [],
    phrases: phrasesByPrefix(from, { text, typed }, visibility.phrases),
    names: namesOf(reader, text, visibility.cases),
    words: completions(reader, { typed, parsed }, visibility.cases),
  }
}

type Typed = { text: string; typed: readonly Word[] }

type Unfinished = { typed: readonly Word[]; parsed: ParsedQuery }

type Numbered = { typed: readonly Word[]; keys: readonly string[] }

/** The cases with a complete number, or the newest whose number contains the typed parts. */
function casesByNumber(reader: IndexReader, { typed, keys }: Numbered, visibility: Visibility): number[] {
  const whole = keys.map((key) => term(caseNumberTerm(key)))
  const parts = typed.map(({ word }, at) => prefixIfLast(fieldTerm('n', word), at === typed.length - 1))
  const ftsQuery = restrictToVisible(anyOf([...whole, allOf(parts)]), visibility)
  return reader.cases.newest({ ftsQuery, ...fullRange }, maxResults.cases)
}

/** The last word may be incomplete: a prefix query. */
const prefixIfLast = (word: string, isLast: boolean) => (isLast ? prefix(word) : term(word))

/** Phrases whose complete name is the text come first. */
function phrasesByPrefix(database: DatabaseSync, { text, typed }: Typed, visibility: Visibility): number[] {
  const parts = typed.map(({ word }, at) => {
    const isLast = at === typed.length - 1
    return anyOf([
      prefixIfLast(word, isLast),
      ...phraseWordsByPhoneticKey(database, { word, isLast }, visibility).map(term),
    ])
  })
  const ftsQuery = inColumns('{dhivehi english arabic}', allOf(parts))
  const names = wholeNameQueries(text)
  const rows = statement(
    database,
    `select rowid as id from phrases where phrases match ? order by ${namedFirst.repeat(names.length)}bm25(phrases) limit ?`,
  ).all(toFtsSyntax(restrictToVisible(ftsQuery, visibility)), ...names, maxResults.phrases)
  return rows.map((row) => Number(row['id']))
}

/** The shortest input for a phonetic key, and the limit of its words. */
const phonetic = { minLetters: 2, maxWords: 20 }

/** The words of phrases with the phonetic key of a word in Latin letters. */
function phraseWordsByPhoneticKey(
  database: DatabaseSync,
  { word, isLast }: { word: string; isLast: boolean },
  visibility: Visibility,
) {
  if (!mayBeTransliterated(word) || word.length < phonetic.minLetters) return []
  const find = isLast ? phraseWordsBySoundPrefix : phraseWordsBySound
  const found = find(database, phoneticKey(word), visibility).filter((one) => !mayBeTransliterated(one.word))
  return found.slice(0, phonetic.maxWords).map((one) => one.word)
}

/** The names and the words that are read, and the cases that are counted for each: enough to find the frequent ones. */
const scanLimits = { names: 60, words: 120, cases: 500 }

function namesOf(reader: IndexReader, text: string, visibility: Visibility): Entity[] {
  return [...new Set([text, joinNameParts(text)])]
    .flatMap((name) => namesByPrefix(reader.database, name, scanLimits.names))
    .map((name) => toEntity(reader, name, visibility, scanLimits.cases))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count)
    .slice(0, maxResults.names)
}

/**
 * The text with its last word completed, one line for a lemma, the most frequent first; none when a space ends the word. A form
 * with which the search would refuse the text as too short is left out.
 */
function completions(reader: IndexReader, { typed, parsed }: Unfinished, visibility: Visibility) {
  const { text, root } = parsed
  const from = reader.database
  const last = typed.at(-1)
  if (!last || last.end < text.length || last.word.length < 2) return []
  const before = text.slice(0, last.start)
  const byPrefix = wordsByPrefix(from, last.word, scanLimits.words)
  const bySound = mayBeTransliterated(last.word) ? wordsThatSound(from, last.word) : []
  const context = contextForCompletion(root, last.end)
  const found: Completion[] = []
  for (const forms of groupByLemma([...byPrefix, ...bySound].filter(({ word }) => word !== last.word))) {
    if (found.length === maxResults.words) break
    // The spelling must be in a case that the user may see.
    const accepted = forms.filter(({ written }) => !isTooShort({ ...parsed, text: before + written }))
    const inOrder = context.length === 0 ? accepted : accepted.toSorted((one, other) => other.count - one.count)
    const shown = inOrder.find(({ word }) => hasMatch(reader, allOf([...context, term(word)]), visibility))
    if (!shown) continue
    // Without other words, all forms of the word count.
    const matches = context.length === 0 ? anyFormOf(shown.word) : allOf([...context, term(shown.word)])
    const count = reader.cases.count(restrictToVisible(matches, visibility), scanLimits.cases)
    found.push({ text: before + visibleSpelling(reader, shown.word, visibility), count })
  }
  return found.toSorted((one, other) => other.count - one.count)
}

function wordsThatSound(from: DatabaseSync, typed: string): VocabularyWord[] {
  const begun = (keys: readonly string[]) => keys.flatMap((key) => wordsBySoundPrefix(from, key, scanLimits.words))
  const found = begun(beginningKeys(typed))
  return found.length > 0 ? found : begun([phoneticKey(typed)])
}

/** Words that share a form, from the most frequent; of each group the shortest of its frequent words first. */
function groupByLemma(words: readonly VocabularyWord[]): VocabularyWord[][] {
  const groups: { forms: Set<string>; words: VocabularyWord[] }[] = []
  for (const word of words) {
    const forms = formsOf(word.word)
    const group = groups.find((one) => forms.some((form) => one.forms.has(form)))
    if (group) group.words.push(word)
    else groups.push({ forms: new Set(forms), words: [word] })
  }
  return groups.map((group) => {
    const least = (group.words[0]?.count ?? 0) * frequentShare
    const [frequent, rare] = [true, false].map((is) => group.words.filter(({ count }) => count >= least === is))
    return [...(frequent ?? []).toSorted((one, other) => one.word.length - other.word.length), ...(rare ?? [])]
  })
}

const frequentShare = 0.2

/** What a case must match together with the last word, which ends at `end`: nothing after OR. */
function contextForCompletion(node: Node | undefined, end: number): FtsQuery[] {
  if (!node) return []
  if (isLeaf(node)) return node.end === end ? termsOf(wordsOfLeaf(node).slice(0, -1)) : requiredBy(node)
  if (node.kind === 'not') return contextInNegation(node.of, end)
  const last = node.of.find((part) => isIn(part, end))
  if (node.kind === 'or') return last ? contextForCompletion(last, end) : requiredBy(node)
  return node.of.flatMap((part) => (part === last ? contextForCompletion(part, end) : requiredBy(part)))
}

const contextInNegation = (node: Node, end: number) => (isIn(node, end) ? contextForCompletion(node, end) : [])

const isIn = (node: Node, end: number): boolean =>
  isLeaf(node) ? node.end === end : [node.of].flat().some((part) => isIn(part, end))

/** The terms that a node requires, as typed; excluded terms are ignored. */
function requiredBy(node: Node): FtsQuery[] {
  if (isLeaf(node)) return node.kind === 'prefix' ? [prefix(node.word)] : termsOf(wordsOfLeaf(node))
  if (node.kind === 'not') return []
  if (node.kind !== 'or') return node.of.flatMap(requiredBy)
  const choices = node.of.map(requiredBy)
  return choices.some((all) => all.length === 0) ? [] : [anyOf(choices.map(allOf))]
}

const wordsOfLeaf = (leaf: Leaf) => ('word' in leaf ? [leaf.word] : leaf.words)
const termsOf = (words: readonly string[]) => words.map((word) => term(word))
