import type { DatabaseSync } from 'node:sqlite'
import { furtherMeanings, glossaryMeanings } from '#server/search/lexicon/glossary.ts'
import { documentFrequency, scaledIdf } from '#server/search/lexicon/vocabulary.ts'
import { type PhraseMeaning, meaningsOf } from '#server/search/lexicon/phraseNames.ts'
import { hasMatch, type IndexReader } from '#server/search/postings/indexReader.ts'
import { frequencyShares, inField, type ScoringSignal } from '#server/search/postings/scoringSignals.ts'
import { allOf, anyOf, type FtsQuery, term } from '#server/search/storage/ftsQuery.ts'
import { restrictToVisible } from '#server/search/storage/ftsSelect.ts'
import { caseNumberTerm, stemTerm } from '#server/search/storage/indexTerms.ts'
import type { Visibility } from '#server/search/types.ts'
import { formsOf, nameOf } from '#shared/text/language/analyze.ts'
import { isThaana } from '#shared/text/language/spelling.ts'
import { parseQuery } from '#shared/text/query/parse.ts'
import { leavesOf } from '#shared/text/query/simplify.ts'
import { isLeaf, isProximity, type Leaf, type Node } from '#shared/text/query/tree.ts'
import { tokenizeWords } from '#shared/text/language/tokenizer.ts'
import { isQuoted, nodeOfRun, replaceRuns } from './joinedWords.ts'

/** A query expanded by the meanings of its English and Arabic phrases, and the meanings outside negations. */
export type PhraseExpansion = {
  root: Node
  meanings: PhraseMeaning[]
  /** The leaves that were added. */
  added: ReadonlySet<Leaf>
  /** Whether the whole query is one term. */
  isTerm: boolean
}

type ExpandState = {
  text: string
  lookUp: (name: string, quoted: boolean) => readonly PhraseMeaning[]
  meanings: Map<string, PhraseMeaning>
  added: Set<Leaf>
}

/** The longest phrase name in words, and the limit of look-ups for a query. */
const maxNameWords = 6
const maxLookUps = 60

/**
 * Query expansion: if the whole query, or else a run of words in it, is the English or Arabic name of a published phrase,
 * it is also searched as that phrase; the longest names first. The glossary names what no
 * phrase does, outside quotes, and a query that is one term also as its further senses. Proximity nodes are unchanged.
 */
export function expandPhrases(
  database: DatabaseSync,
  root: Node,
  text: string,
  { loanwords = () => [], isKnown = () => true }: Partial<ExpandOptions> = {},
): PhraseExpansion {
  let lookUps = 0
  // A name of several words is only one term when some case has it.
  const asTerm = (name: string, found: readonly PhraseMeaning[]) =>
    tokenizeWords(name).length === 1 || found.some(isKnown) ? found : []
  const lookUp = (name: string, quoted: boolean) => {
    lookUps += 1
    if (lookUps > maxLookUps || isThaana(name)) return []
    if (quoted) return meaningsOf(database, name)
    const found = meaningsIn(database, name)
    return asTerm(name, isShort ? withLoanwords(found, loanwords(name)) : found)
  }
  const isShort = leavesOf(root).length <= maxNamedLeaves
  const state: ExpandState = { text, lookUp, meanings: new Map(), added: new Set() }
  const furtherLoanwords = () => loanwords(text).map((meaning) => ({ ...meaning, isFurther: true }))
  const lookUpWhole = () =>
    hasQuotes(root)
      ? meaningsOf(database, text)
      : withLoanwords(meaningsIn(database, text, allSenses), furtherLoanwords())
  const whole = isPlain(root) ? asTerm(text, lookUpWhole()) : []
  const read = whole.length > 0 ? withMeanings(root, whole, state) : expand(root, state)
  for (const one of whole) state.meanings.set(one.dhivehi, one)
  return { root: read, meanings: [...state.meanings.values()], added: state.added, isTerm: whole.length > 0 }
}

type ExpandOptions = {
  /** The words of a term as Dhivehi writes them by their sound. */
  loanwords: (name: string) => readonly PhraseMeaning[]
  /** Whether some case has a meaning. */
  isKnown: (meaning: PhraseMeaning) => boolean
}

function withLoanwords(meanings: readonly PhraseMeaning[], loanwords: readonly PhraseMeaning[]) {
  if (meanings.length === 0) return meanings
  const known = new Set(meanings.map(({ dhivehi }) => nameOf(dhivehi)))
  return [...meanings, ...loanwords.filter(({ dhivehi }) => !known.has(nameOf(dhivehi)))]
}

/** In a longer query a word that sounds alike would be looked up for each word. */
const maxNamedLeaves = 4

/** The phrases of the library with this name, else what the glossary says. */
function meaningsIn(database: DatabaseSync, name: string, inGlossary = glossaryMeanings): readonly PhraseMeaning[] {
  const phrases = meaningsOf(database, name)
  return phrases.length > 0 ? phrases : inGlossary(name)
}

/** For a query that is one term: no other word says which sense is meant. */
const allSenses = (name: string) => [...glossaryMeanings(name), ...furtherMeanings(name)]

const hasQuotes = (root: Node) => leavesOf(root).some((leaf) => leaf.kind === 'phrase' && leaf.quoted)

/** Nothing but words. */
const isPlain = (root: Node) => isLeaf(root) || (root.kind === 'and' && root.of.every(isLeaf))

function expand(node: Node, state: ExpandState): Node {
  if (isProximity(node)) return node
  // Meanings in a negation are not reported.
  if (node.kind === 'not') return { kind: 'not', of: expand(node.of, { ...state, meanings: new Map() }) }
  if (!isLeaf(node) && node.kind === 'or') return { kind: 'or', of: node.of.map((part) => expand(part, state)) }
  const of = replaceRuns(isLeaf(node) ? [node] : node.of, {
    text: state.text,
    maxLength: maxNameWords,
    run: (run, typed) => {
      const found = state.lookUp(typed, run.some(isQuoted))
      for (const one of found) state.meanings.set(one.dhivehi, one)
      return found.length > 0 ? withMeanings(nodeOfRun(run), found, state) : undefined
    },
    part: (part) => (isLeaf(part) ? part : expand(part, state)),
  })
  return of.length === 1 && of[0] ? of[0] : { kind: 'and', of }
}

/** The words or their meanings. Further senses match less than words (`queriesOfFurtherSenses`). */
function withMeanings(node: Node, meanings: readonly PhraseMeaning[], { added }: ExpandState): Node {
  const others = meanings.flatMap((meaning) => (meaning.isFurther ? [] : nodesOfMeaning(meaning)))
  for (const leaf of others.flatMap((other) => leavesOf(other))) added.add(leaf)
  return { kind: 'or', of: [node, ...others] }
}

/** A Dhivehi phrase, and the cases that are recorded to use it. */
function nodesOfMeaning({ dhivehi, keys }: PhraseMeaning): Node[] {
  const { root } = parseQuery(dhivehi)
  return [...(root ? [root] : []), ...keys.map(nodeOfKey)]
}

const nodeOfKey = (key: string): Leaf => ({
  kind: 'number',
  keys: [key],
  text: key,
  words: [caseNumberTerm(key)],
  forms: [[caseNumberTerm(key)]],
  start: 0,
  end: 0,
})

/** Above this share of the cases an expression says nothing about a case that has it in its text. */
const rareShare = 0.1

/**
 * What the further senses of a term match: the cases that have one in title or keywords, and any that has a rare one. If
 * nothing else matches, any that has one.
 */
export function queriesOfFurtherSenses(
  { cases }: IndexReader,
  { meanings }: PhraseExpansion,
  { usual, visibility }: { /** What the query matches without them. */ usual: FtsQuery; visibility: Visibility },
): FtsQuery[] {
  const senses = meanings.filter(({ isFurther }) => isFurther).map(senseOf)
  if (senses.length === 0) return []
  const limit = rareShare * cases.total()
  const isRare = ({ anywhere }: Sense) => cases.count(restrictToVisible(anywhere, visibility)) <= limit
  const about = senses.map((sense) => (isRare(sense) ? sense.anywhere : sense.top))
  return hasMatch({ cases }, anyOf([usual, ...about]), visibility) ? about : senses.map(({ anywhere }) => anywhere)
}

/** How many expressions of a term are ranked by: each costs some signals. */
const maxSenses = 6

/** More than all signals of a word in title, keywords and text, by its idf. */
const lead = 8

/** Of a case that has a further sense. */
const presence = 0.7
/** Of a case that has an expression of one word often. */
const often = 1

/**
 * An English term has several expressions, of several senses. The newest case with each in title or keywords, or else often in
 * the text, is among the first, so that no expression fills the first page while another has such a case.
 */
export function signalsOfTerm(
  reader: IndexReader,
  meanings: readonly PhraseMeaning[],
  visibility: Visibility,
): ScoringSignal[] {
  const senses = [...new Map(meanings.toReversed().map((one) => [nameOf(one.dhivehi), senseOf(one)])).values()]
    .toReversed()
    .filter(({ anywhere }) => hasMatch(reader, anywhere, visibility))
    .slice(0, maxSenses)
  const leading = senses.length < 2 ? [] : senses
  const weight = lead * highestIdf(reader, meanings)
  return [
    ...leading.flatMap((sense) => leadsOf(reader, sense, visibility)).map((cases) => ({ ...cases, leads: 1, weight })),
    ...senses.flatMap(({ anywhere, isFurther }) => (isFurther ? [{ ftsQuery: anywhere, weight: presence }] : [])),
    ...senses.flatMap((sense) => frequentIn(sense).map((cases) => ({ ...cases, weight: often }))),
  ]
}

/** Whether some case that the user may see has a meaning, or is recorded to use it. */
export const hasMeaning = (reader: IndexReader, meaning: PhraseMeaning, visibility: Visibility) =>
  hasMatch(
    reader,
    anyOf([senseOf(meaning).anywhere, ...meaning.keys.map((key) => term(caseNumberTerm(key)))]),
    visibility,
  )

/** An expression, and where it stands: anywhere, in title or keywords. `stems`: of an expression of one word. */
type Sense = { isFurther: boolean; anywhere: FtsQuery; top: FtsQuery; stems: FtsQuery | undefined }

function senseOf({ dhivehi, isFurther = false }: PhraseMeaning): Sense {
  const words = tokenizeWords(dhivehi).map(({ word }) => word)
  const stems = words.map((word) => anyOf(formsOf(word).map((form) => term(stemTerm(form)))))
  return {
    isFurther,
    anywhere: allOf(stems),
    top: anyOf((['t', 'k'] as const).map((field) => allOf(words.map((word) => inField(field, word))))),
    stems: words.length === 1 ? stems[0] : undefined,
  }
}

const frequentIn = ({ stems }: Sense) => (stems ? frequencyShares.map((share) => ({ ftsQuery: stems, share })) : [])

/** The cases that are about an expression. */
const leadsOf = (reader: IndexReader, sense: Sense, visibility: Visibility) =>
  hasMatch(reader, sense.top, visibility) ? [{ ftsQuery: sense.top }] : frequentIn(sense)

/** The idf of the rarest word by which cases are ranked, at least that of a single word. */
function highestIdf({ database, cases }: IndexReader, meanings: readonly PhraseMeaning[]): number {
  const total = cases.total()
  const words = meanings.filter(({ isFurther }) => !isFurther).flatMap(({ dhivehi }) => tokenizeWords(dhivehi))
  return Math.max(1, ...words.map(({ word }) => scaledIdf(total, documentFrequency(database, word, total))))
}
