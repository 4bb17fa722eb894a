import { nameOf } from '#shared/text/language/analyze.ts'
import { isFunctionWord } from '#shared/text/language/functionWords.ts'
import { tokenizeWords } from '#shared/text/language/tokenizer.ts'
import { arabicTerms } from './arabicTerms.ts'
import { civilTerms } from './civilTerms.ts'
import { criminalTerms } from './criminalTerms.ts'
import { employmentTerms } from './employmentTerms.ts'
import { derivationsOf, withoutInflection } from './englishStem.ts'
import { everydayTerms } from './everydayTerms.ts'
import { familyTerms } from './familyTerms.ts'
import { furtherSenses } from './furtherSenses.ts'
import { generalTerms } from './generalTerms.ts'
import { legalTerms } from './legalTerms.ts'
import { procedureTerms } from './procedureTerms.ts'
import { publicTerms } from './publicTerms.ts'
import { thingTerms } from './thingTerms.ts'
import { transportTerms } from './transportTerms.ts'
import { wordingTerms } from './wordingTerms.ts'

/** The tables, in the order of their precedence. */
export const tables: readonly string[] = [
  legalTerms, everydayTerms, criminalTerms, procedureTerms, civilTerms, familyTerms, employmentTerms, publicTerms, transportTerms,
  generalTerms, thingTerms, wordingTerms, arabicTerms,
] // prettier-ignore

type Meanings = readonly string[]

const isEnglish = (words: readonly string[]) => words.length > 0 && words.every((word) => /^[a-z]+$/.test(word))

const wordsOf = (text: string) => tokenizeWords(text).map(({ word }) => word)

/** The key of a name: of an English one its words, of an Arabic one its stems. */
function keyOf(name: string): string {
  // The names of the tables.
  if (/^[a-z ]+$/.test(name)) return name
  const words = wordsOf(name)
  return isEnglish(words) ? words.join(' ') : nameOf(name)
}

/** The glossary: the words of Dhivehi for an English or Arabic term, by the key of its name. */
export const glossary: ReadonlyMap<string, Meanings> = readGlossary()

function readGlossary() {
  const all = new Map<string, Meanings>()
  for (const { name, meanings } of readTerms(tables)) if (!all.has(name)) all.set(name, meanings)
  return all
}

function* readTerms(texts: readonly string[]) {
  for (const line of texts.join('\n').split('\n')) {
    const [names = '', meanings] = line.split(' = ')
    if (meanings === undefined) continue
    const parts: Meanings = meanings.split('; ')
    for (const name of names.split(', ')) yield { name: keyOf(name), meanings: parts }
  }
}

/** Words that say nothing about the topic: function words, the possessive, and `v` between parties. `will` is a term. */
const particles = new Set(['s', 'v', 'vs', 'versus'])
const isContent = (word: string) => !particles.has(word) && (!isFunctionWord(word) || glossary.has(word))

/** Words that add nothing to the words next to them: a person who got cheated was cheated, and a fraud case is of fraud. */
const fillers = new Set(['got', 'get', 'gets', 'getting', 'gotten', 'case', 'cases'])

/** Looser keys of words, given as stems, the closest first. */
const looseKeys: readonly ((stems: readonly string[]) => string)[] = [
  (stems) => stems.join(' '),
  // A speedboat is a speed boat.
  (stems) => stems.join(''),
  // The custody of children is child custody.
  (stems) => stems.toSorted().join(' '),
]

/** The terms by looser keys, of several with one key the first. Made for the first name that is not in the glossary. */
function readLoosely() {
  const names = [...glossary.keys()].flatMap((name) => {
    const content = name.split(' ').filter(isContent)
    return isEnglish(content) ? [{ stems: content.map(withoutInflection), name }] : []
  })
  const byKey = new Map<string, string>()
  for (const key of looseKeys)
    for (const { stems, name } of names) if (!byKey.has(key(stems))) byKey.set(key(stems), name)
  return { byKey, known: new Set(names.flatMap(({ stems }) => stems)) }
}
let loosely: ReturnType<typeof readLoosely> | undefined

/**
 * The words of Dhivehi for a term, the most usual first; none for a term that the glossary does not know. It knows a term in
 * any inflection and spelling, with function words between its words, in another order, and words that are derived from it.
 * Of a term that only the further senses know, the first.
 */
export function meaningsOfTerm(name: string): Meanings {
  const found = nameInGlossary(name)
  return found === undefined ? furtherSensesOf(name).slice(0, 1) : (glossary.get(found) ?? [])
}

/** What else a term may stand for. */
export function furtherMeaningsOfTerm(name: string): Meanings {
  const usual = meaningsOfTerm(name)
  return furtherSensesOf(nameInGlossary(name) ?? name).filter((meaning) => !usual.includes(meaning))
}

function furtherSensesOf(name: string): Meanings {
  further ??= readFurther()
  const found = further.get(stemsOf(wordsOf(name)))
  return found ? [...found].slice(0, maxFurther) : []
}

/** Each sense of a term is searched: more would cost too much. */
const maxFurther = 5

/** The further senses by the stems of a name. */
function readFurther() {
  const all = new Map<string, Set<string>>()
  for (const { name, meanings } of readTerms([furtherSenses])) {
    const key = stemsOf(name.split(' '))
    all.set(key, new Set([...(all.get(key) ?? []), ...meanings]))
  }
  return all
}
let further: ReturnType<typeof readFurther> | undefined

const stemsOf = (words: readonly string[]) => words.filter(isContent).map(withoutInflection).join(' ')

/** The name by which the glossary has a term. */
function nameInGlossary(name: string): string | undefined {
  const exact = keyOf(name)
  if (glossary.has(exact)) return exact
  const content = wordsOf(name).filter(isContent)
  if (!isEnglish(content)) return undefined
  const found = nameOfWords(content)
  if (found !== undefined) return found
  const without = content.filter((word) => !fillers.has(word))
  return without.length > 0 && without.length < content.length ? nameOfWords(without) : undefined
}

/** The name of content words that are one term. */
function nameOfWords(content: readonly string[]): string | undefined {
  const exact = content.join(' ')
  if (glossary.has(exact)) return exact
  loosely ??= readLoosely()
  const { byKey, known } = loosely
  // An arsonist is of arson, and what is custodial of custody.
  const choices = content.map((word) => derivationsOf(word).filter((stem, at) => at === 0 || known.has(stem)))
  for (let depth = 0; choices.some(({ length }) => depth < length); depth += 1) {
    const stems = choices.map((all) => all[Math.min(depth, all.length - 1)] ?? '')
    for (const key of looseKeys) {
      const found = byKey.get(key(stems))
      if (found) return found
    }
  }
  return undefined
}
