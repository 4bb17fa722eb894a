import { groupBy } from '#shared/groupBy.ts'
import { isFili } from './fold.ts'
import { normalizeSpelling } from './spelling.ts'
import {
  auxiliaryVerbs,
  conjugationA,
  conjugationAWithE,
  conjugationE,
  conjugationEWithE,
  endingsOfStem,
  formsThatAreNouns,
  honorificVerbs,
  irregularVerbs,
  joinedToForms,
  lightVerbs,
  linkingEndings,
  nounsBeforeLun,
  notForms,
  partsOfVerbs,
  shortNounsOfVerbs,
} from './verbTable.ts'

/** A form of a verb: what it is indexed as, and the noun in front of a light verb. */
type VerbReading = {
  /** The verbal noun, with the noun in front of it in its standard spelling: ބެލުން, އިސްތިއުނާފކުރުން. */
  key: string
  noun: string | undefined
  /** Whether the word can be nothing else. */
  isCertain: boolean
}

/**
 * The verb that a folded word is a form of: its ending is looked up, and what is left must be the stem of a verb of the
 * table, alone, negated, behind a noun (އިންކާރުކުރި), or behind another verb that it only modifies (ބަލާލި).
 */
export function readVerb(word: string): VerbReading | undefined {
  if (notForms.has(word)) return undefined
  const form = readForm(word)
  if (form) return toReading(form, word)
  for (const joined of suffixesOf(word, joinedWords)) {
    const rest = readVerb(word.slice(0, -joined.length))
    if (rest?.isCertain) return rest
  }
  return undefined
}

/** Words that have a form of this verb may start with any of these; undefined for what is no verb of the table alone. */
export const startsOfVerb = (key: string): readonly string[] | undefined => startsOf.get(key)

type StemKind = keyof typeof endingsOfStem
type Stem = { verb: string; kind: StemKind }
type JoinedVerb = { verb: string; stem: string; ending: string }
type Form = JoinedVerb & { prefix: string }

const toReading = ({ verb, prefix, stem, ending }: Form, word: string): VerbReading => ({
  key: normalizePrefix(prefix) + verb,
  noun: prefix !== '' && isNounOfVerb(prefix, verb) ? prefix : undefined,
  isCertain: prefix === '' ? !formsThatAreNouns.has(word) : !(verb === 'ދިނުން' && countLetters(stem + ending) === 1),
})

const normalizePrefix = (prefix: string) => (prefix === '' ? '' : normalizeSpelling(prefix))

const isNounOfVerb = (prefix: string, verb: string) =>
  lightVerbs.has(verb) && (countLetters(prefix) > 2 || shortNounsOfVerbs.has(prefix))

const readForm = (word: string, isFollowed = false): Form | undefined =>
  notForms.has(word) ? undefined : (readWhole(word) ?? readNegated(word) ?? readJoined(word, isFollowed))

/** A form that is the whole word. */
function readWhole(word: string): Form | undefined {
  for (const ending of suffixesOf(word, endings)) {
    const stem = word.slice(0, word.length - ending.length)
    const verb = verbOf(stem, ending)
    if (verb !== undefined) return { verb, prefix: '', stem, ending }
  }
  return undefined
}

/** ނު before a form: ނުކުރާ; with a vowel it is one syllable: ނޭނގޭ from އެނގޭ, ނޯންނަ from އޮންނަ. */
function readNegated(word: string): Form | undefined {
  if (!word.startsWith('ނ')) return undefined
  if (word.startsWith('ނު')) {
    const form = readWhole(word.slice(2))
    if (form) return form
  }
  const short = shortVowels.get(word.charAt(1))
  return short === undefined ? undefined : (readWhole(`އ${short}${word.slice(2)}`) ?? readWhole(`އ${word.slice(1)}`))
}

const shortVowels: ReadonlyMap<string, string> = new Map([
  ['ާ', 'ަ'],
  ['ީ', 'ި'],
  ['ޫ', 'ު'],
  ['ޭ', 'ެ'],
  ['ޯ', 'ޮ'],
])

/** A form behind a noun or behind another form, with the longest stem. `isFollowed`: by another verb. */
function readJoined(word: string, isFollowed: boolean): Form | undefined {
  let best: Form | undefined
  for (const ending of suffixesOf(word, endings)) {
    const rest = word.slice(0, word.length - ending.length)
    if (!stemEnds.has(rest.slice(-2)) && !stemEnds.has(rest.slice(-1))) continue
    for (let start = Math.max(2, rest.length - maxStemLength); start < rest.length; start += 1) {
      if (isFili(rest.charCodeAt(start))) continue
      const stem = rest.slice(start)
      const verb = verbOf(stem, ending)
      const form = verb === undefined ? undefined : joinedForm(rest.slice(0, start), { verb, stem, ending }, isFollowed)
      if (form && (!best || form.prefix.length < best.prefix.length)) best = form
    }
  }
  return best
}

function joinedForm(before: string, { verb, stem, ending }: JoinedVerb, isFollowed: boolean): Form | undefined {
  if (notForms.has(stem + ending)) return undefined
  const prefix = before.length > 2 && before.endsWith('ނު') ? before.slice(0, -2) : before
  if (auxiliaryVerbs.has(verb)) {
    const main = readForm(prefix, true)
    if (main && linkingEndings.has(main.ending)) return main
  }
  return mayPrecede(prefix, { verb, stem, ending }, isFollowed) ? { verb, prefix, stem, ending } : undefined
}

/** Whether the part in front can be a noun: a short form, such as ވި or ދަމާ, ends too many words. */
function mayPrecede(prefix: string, { verb, stem, ending }: JoinedVerb, isFollowed: boolean) {
  const isListed = partsOfVerbs.has(prefix) || shortNounsOfVerbs.has(prefix)
  const [before, letters] = [countLetters(prefix), countLetters(stem + ending)]
  if (!lightVerbs.has(verb)) {
    if (verb === 'ލުން' && nounsBeforeLun.has(prefix)) return true
    if (countLetters(stem) === 1) return false
    const isLong = letters > 2 || verb === 'ނެތުން'
    return isListed || (isLong && (before > 2 || (before > 1 && !prefix.endsWith('ނ'))))
  }
  if (isListed) return true
  // މައްސަލައެކެވެ ends in a copula.
  if (prefix.endsWith('ެ') && stem + ending === 'ވެ') return false
  return before > (isFollowed || letters > 1 ? 1 : 2)
}

function countLetters(text: string) {
  let count = 0
  for (let index = 0; index < text.length; index += 1) if (!isFili(text.charCodeAt(index))) count += 1
  return count
}

const verbOf = (stem: string, ending: string) =>
  stemTable.get(stem)?.find(({ kind }) => endings.entries.get(ending)?.has(kind))?.verb

/** The suffixes of a table that a word ends in, the shortest first: a long stem says more than a long ending. */
function* suffixesOf(word: string, { sizes, entries }: SuffixTable): Generator<string> {
  if (entries.has('')) yield ''
  for (const size of sizes.get(word.slice(-1)) ?? []) {
    const suffix = word.slice(word.length - size)
    if (size < word.length && entries.has(suffix)) yield suffix
  }
}

type SuffixTable = {
  sizes: ReadonlyMap<string, readonly number[]>
  entries: ReadonlyMap<string, ReadonlySet<StemKind>>
}

function tableOf(all: readonly (readonly [suffix: string, kind: StemKind])[]): SuffixTable {
  const entries = new Map<string, Set<StemKind>>()
  for (const [suffix, kind] of all) entries.set(suffix, (entries.get(suffix) ?? new Set()).add(kind))
  const byLast = groupBy([...entries.keys()].filter(Boolean), (suffix) => suffix.slice(-1))
  const sizes = [...byLast].map(
    ([last, some]) => [last, [...new Set(some.map(({ length }) => length))].sort((one, other) => one - other)] as const,
  )
  return { sizes: new Map(sizes), entries }
}

const stemKinds = Object.keys(endingsOfStem) as StemKind[]
const endings = tableOf(stemKinds.flatMap((kind) => endingsOfStem[kind].map((ending) => [ending, kind] as const)))
const joinedWords = tableOf(joinedToForms.map((word) => [word, 'noun']))

/** The stems of all verbs: a form is made of a stem and an ending when a word is read. */
const stemTable = new Map<string, Stem[]>()
const startsOf = new Map<string, string[]>()

function addStem(stem: string, verb: string, ...kinds: readonly StemKind[]) {
  const known = stemTable.get(stem) ?? []
  stemTable.set(stem, [...known, ...kinds.map((kind) => ({ verb, kind }))])
  startsOf.set(verb, [...(startsOf.get(verb) ?? []), stem, `ނު${stem}`, ...contracted(stem)])
}

const longVowels = new Map([...shortVowels].map(([long, short]) => [short, long]))
const contracted = (stem: string) => {
  const long = stem.startsWith('އ') ? longVowels.get(stem.charAt(1)) : undefined
  return long === undefined ? [] : [`ނ${long}${stem.slice(2)}`]
}

const withoutEnding = (form: string, length: number) => form.slice(0, -length)

/** A row of a conjugation: verbal noun, infinitive, and the verb that it counts as. */
function rowsOf(rows: string) {
  return rows.split(' ').map((row) => {
    const [forms = '', verb] = row.split('=')
    const [noun = '', infinitive] = forms.split('/')
    const nounStem = withoutEnding(noun, 3)
    return {
      verb: verb ?? noun,
      nounStem,
      presentStem: infinitive === undefined ? nounStem : withoutEnding(infinitive, 3),
    }
  })
}

for (const { verb, nounStem, presentStem } of rowsOf(conjugationA)) {
  addStem(presentStem, verb, 'presentA', 'converbA')
  // Most of them are also conjugated as E, with a passive meaning: ބެލެނީ.
  addStem(nounStem, verb, 'pastA', 'presentE', 'pastE', 'converbE', 'noun')
}
for (const { verb, nounStem, presentStem } of rowsOf(conjugationAWithE)) {
  addStem(presentStem, verb, 'presentA')
  addStem(nounStem, verb, 'pastA', 'pastE', 'noun')
  addStem(`${presentStem}ެ`, verb, 'converb')
}
for (const { verb, nounStem } of rowsOf(conjugationE)) addStem(nounStem, verb, 'presentE', 'pastE', 'converbE', 'noun')
for (const { verb, nounStem } of rowsOf(conjugationEWithE)) {
  addStem(nounStem, verb, 'presentE', 'pastE', 'noun')
  addStem(`${nounStem}ެ`, verb, 'converb')
}
for (const [nouns, present, past, converb] of irregularVerbs) {
  const [verb = ''] = nouns.split(' ')
  for (const noun of nouns.split(' ')) addStem(withoutEnding(noun, 3), verb, 'noun')
  for (const form of present.split(' ').filter(Boolean)) {
    if (form.endsWith('ަން')) addStem(withoutEnding(form, 3), verb, 'presentA')
    else if (form.endsWith('ެން')) addStem(withoutEnding(form, 3), verb, 'presentE')
    else addStem(withoutEnding(form, 1), verb, 'presentN')
  }
  for (const form of past.split(' ').filter(Boolean)) addStem(form, verb, 'past')
  for (const form of converb.split(' ').filter(Boolean)) addStem(form, verb, 'converb')
}
for (const [noun, infinitive, plain] of honorificVerbs) {
  addStem(withoutEnding(infinitive, 3), plain, 'presentA', 'converbA')
  addStem(withoutEnding(noun, 3), plain, 'pastA', 'noun')
}

const maxStemLength = Math.max(...[...stemTable.keys()].map(({ length }) => length))
/** Most words end in no stem, and are not cut further. */
const stemEnds = new Set([...stemTable.keys()].map((stem) => stem.slice(-2)))
