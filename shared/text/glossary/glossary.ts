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
import { generalTerms } from './generalTerms.ts'
import { legalTerms } from './legalTerms.ts'
import { procedureTerms } from './procedureTerms.ts'
import { publicTerms } from './publicTerms.ts'
import { thingTerms } from './thingTerms.ts'
import { transportTerms } from './transportTerms.ts'

/** The tables, in the order of their precedence. */
export const tables: readonly string[] = [
  legalTerms, everydayTerms, criminalTerms, procedureTerms, civilTerms, familyTerms, employmentTerms, publicTerms, transportTerms,
  generalTerms, thingTerms, arabicTerms,
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
  for (const line of tables.join('\n').split('\n')) {
    const [names = '', meanings] = line.split(' = ')
    if (meanings === undefined) continue
    const parts = meanings.split('; ')
    for (const name of names.split(', ').map(keyOf)) if (!all.has(name)) all.set(name, parts)
  }
  return all
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
  const names = [...glossary].flatMap(([name, meanings]) => {
    const content = name.split(' ').filter(isContent)
    return isEnglish(content) ? [{ stems: content.map(withoutInflection), meanings }] : []
  })
  const byKey = new Map<string, Meanings>()
  for (const key of looseKeys)
    for (const { stems, meanings } of names) if (!byKey.has(key(stems))) byKey.set(key(stems), meanings)
  return { byKey, known: new Set(names.flatMap(({ stems }) => stems)) }
}
let loosely: ReturnType<typeof readLoosely> | undefined

/**
 * The words of Dhivehi for a term, the most usual first; none for a term that the glossary does not know. It knows a term in
 * any inflection and spelling, with function words between its words, in another order, and words that are derived from it.
 */
export function meaningsOfTerm(name: string): Meanings {
  const exact = glossary.get(keyOf(name))
  if (exact) return exact
  const content = wordsOf(name).filter(isContent)
  if (!isEnglish(content)) return []
  const found = meaningsOfWords(content)
  if (found) return found
  const without = content.filter((word) => !fillers.has(word))
  return (without.length > 0 && without.length < content.length && meaningsOfWords(without)) || []
}

/** What content words mean as one term. */
function meaningsOfWords(content: readonly string[]): Meanings | undefined {
  const exact = glossary.get(content.join(' '))
  if (exact) return exact
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
