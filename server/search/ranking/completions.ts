import type { DatabaseSync } from 'node:sqlite'
import { isLatin, joinNameParts } from '#server/search/lexicon/latinScript.ts'
import { namesByPrefix } from '#server/search/lexicon/names.ts'
import { phraseWordsBySoundPrefix, phraseWordsBySound } from '#server/search/lexicon/phraseNames.ts'
import { wordsByPrefix, wordsBySoundPrefix } from '#server/search/lexicon/vocabulary.ts'
import { toEntity } from '#server/search/query/findEntity.ts'
import { allOf, anyOf, prefix, term, inColumns, type FtsQuery, toFtsSyntax } from '#server/search/storage/ftsQuery.ts'
import { hasMatch, newestIds, restrictToVisible } from '#server/search/storage/ftsSelect.ts'
import { fieldTerm, caseNumberTerm } from '#server/search/storage/indexTerms.ts'
import { statement } from '#server/search/storage/statements.ts'
import type { Completions, Visibility, UnfinishedQuery } from '#server/search/types.ts'
import type { Entity } from '#shared/calls/search.ts'
import { phoneticKey } from '#shared/text/language/phonetic.ts'
import { hasDigit, type Word, tokenizeWords as wordsOf } from '#shared/text/language/tokenizer.ts'
import { isLeaf, type Leaf, type Node, type ParsedQuery } from '#shared/text/query/tree.ts'
import { namesAsked, thoseNamed } from './resultPages.ts'

type VisibilityByType = { cases: Visibility; phrases: Visibility }

const most = { cases: 4, phrases: 4, names: 6, words: 8 }

export function findCompletions(
  from: DatabaseSync,
  { parsed, keys }: UnfinishedQuery,
  visibility: VisibilityByType,
): Completions {
  const { text } = parsed
  const typed = wordsOf(text)
  if (typed.length === 0) return { cases: [], phrases: [], names: [], words: [] }
  return {
    cases: hasDigit(text) ? casesNumbered(from, { typed, keys }, visibility.cases) : [],
    phrases: phrasesBeginning(from, { text, typed }, visibility.phrases),
    names: namesOf(from, text, visibility.cases),
    words: completions(from, { typed, parsed }, visibility.cases),
  }
}

type Typed = { text: string; typed: readonly Word[] }

type Unfinished = { typed: readonly Word[]; parsed: ParsedQuery }

type Numbered = { typed: readonly Word[]; keys: readonly string[] }

/** The cases of a whole number, or the newest whose number holds what was typed. */
function casesNumbered(from: DatabaseSync, { typed, keys }: Numbered, visibility: Visibility): number[] {
  const whole = keys.map((key) => term(caseNumberTerm(key)))
  const parts = typed.map(({ word }, at) => lastBegins(fieldTerm('n', word), at === typed.length - 1))
  return newestIds(from, restrictToVisible(anyOf([...whole, allOf(parts)]), visibility), most.cases)
}

/** What is typed last may go on. */
const lastBegins = (word: string, isLast: boolean) => (isLast ? prefix(word) : term(word))

/** Those that are called as was typed first: it may be all of a name. */
function phrasesBeginning(from: DatabaseSync, { text, typed }: Typed, visibility: Visibility): number[] {
  const parts = typed.map(({ word }, at) => {
    const isLast = at === typed.length - 1
    return anyOf([lastBegins(word, isLast), ...phraseWordsHeard(from, { word, isLast }, visibility).map(term)])
  })
  const ftsQuery = inColumns('{dhivehi english arabic}', allOf(parts))
  const names = namesAsked(text)
  const rows = statement(
    from,
    `select rowid as id from phrases where phrases match ? order by ${thoseNamed.repeat(names.length)}bm25(phrases) limit ?`,
  ).all(toFtsSyntax(restrictToVisible(ftsQuery, visibility)), ...names, most.phrases)
  return rows.map((row) => Number(row['id']))
}

/** Of one letter too much begins to sound so, and of what does, so many words are looked for. */
const heard = { letters: 2, words: 20 }

/** The words of phrases that a word in Latin letters may be. */
function phraseWordsHeard(
  from: DatabaseSync,
  { word, isLast }: { word: string; isLast: boolean },
  visibility: Visibility,
) {
  if (!isLatin(word) || word.length < heard.letters) return []
  const find = isLast ? phraseWordsBySoundPrefix : phraseWordsBySound
  const found = find(from, phoneticKey(word), visibility).filter((one) => !isLatin(one.word))
  return found.slice(0, heard.words).map((one) => one.word)
}

/** So many names are looked at, and so many cases of each are counted: enough to tell the frequent ones. */
const looked = { names: 60, cases: 500 }

function namesOf(from: DatabaseSync, text: string, visibility: Visibility): Entity[] {
  return [...new Set([text, joinNameParts(text)])]
    .flatMap((name) => namesByPrefix(from, name, looked.names))
    .map((name) => toEntity(from, name, visibility, looked.cases))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count)
    .slice(0, most.names)
}

/** What was typed, with its last word gone on; not when a space says that it is whole. */
function completions(from: DatabaseSync, { typed, parsed: { text, root } }: Unfinished, visibility: Visibility) {
  const last = typed.at(-1)
  if (!last || last.end < text.length || last.word.length < 2) return []
  const before = text.slice(0, last.start)
  const beginning = wordsByPrefix(from, last.word, looked.names)
  const sounding = isLatin(last.word) ? wordsBySoundPrefix(from, phoneticKey(last.word), looked.names) : []
  const others = contextForCompletion(root, last.end)
  const found: string[] = []
  for (const { word, written } of [...beginning, ...sounding]) {
    if (found.length === most.words) break
    if (word !== last.word && hasMatch(from, allOf([...others, term(word)]), visibility)) found.push(before + written)
  }
  return [...new Set(found)]
}

/** What has to stand in a case with the word that was typed last, which ends there: nothing behind an OR. */
export function contextForCompletion(node: Node | undefined, end: number): FtsQuery[] {
  if (!node) return []
  if (isLeaf(node)) return node.end === end ? holdsEach(wordsOfLeaf(node).slice(0, -1)) : demandsOf(node)
  if (node.kind === 'not') return besideNegated(node.of, end)
  const last = node.of.find((part) => isIn(part, end))
  if (node.kind === 'or') return last ? contextForCompletion(last, end) : demandsOf(node)
  return node.of.flatMap((part) => (part === last ? contextForCompletion(part, end) : demandsOf(part)))
}

const besideNegated = (node: Node, end: number) => (isIn(node, end) ? contextForCompletion(node, end) : [])

const isIn = (node: Node, end: number): boolean =>
  isLeaf(node) ? node.end === end : [node.of].flat().some((part) => isIn(part, end))

/** The words of a node that must be there, as they were typed; what is left out may be there all the same. */
function demandsOf(node: Node): FtsQuery[] {
  if (isLeaf(node)) return node.kind === 'prefix' ? [prefix(node.word)] : holdsEach(wordsOfLeaf(node))
  if (node.kind === 'not') return []
  if (node.kind !== 'or') return node.of.flatMap(demandsOf)
  const choices = node.of.map(demandsOf)
  return choices.some((all) => all.length === 0) ? [] : [anyOf(choices.map(allOf))]
}

const wordsOfLeaf = (leaf: Leaf) => ('word' in leaf ? [leaf.word] : leaf.words)
const holdsEach = (words: readonly string[]) => words.map((word) => term(word))
