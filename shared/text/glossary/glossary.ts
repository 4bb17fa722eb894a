import { nameOf } from '#shared/text/language/analyze.ts'
import { arabicTerms } from './arabicTerms.ts'
import { everydayTerms } from './everydayTerms.ts'
import { legalTerms } from './legalTerms.ts'

/** The glossary: the words of Dhivehi for an English or Arabic term, by its normalized name. */
export const glossary: ReadonlyMap<string, readonly string[]> = readGlossary()

function readGlossary() {
  const all = new Map<string, string[]>()
  for (const line of [legalTerms, everydayTerms, arabicTerms].join('\n').split('\n')) {
    const [names = '', meanings] = line.split(' = ')
    if (meanings === undefined) continue
    for (const name of names.split(', ').map(nameOf)) if (!all.has(name)) all.set(name, meanings.split('; '))
  }
  return all
}

/** English without its endings: a builder builds, and what was gifted is a gift. */
const withoutEndings = (name: string) =>
  name
    .split(' ')
    .map((word) => word.replace(ending, (_, stem: string) => stem.replace(/([b-df-hj-np-tv-z])\1$/, '$1')))
    .join(' ')
const ending = /^([a-z]{4,}?)(?:e|s|es|ed|er|ers|or|ors|ing|ings)$/

/** The first of several names with the same stem. */
const byStem = new Map([...glossary].toReversed().map(([name, all]) => [withoutEndings(name), all]))

/** The words of Dhivehi for a term, the most usual first; none for a word that the glossary does not know. */
export function meaningsOfTerm(name: string): readonly string[] {
  const asked = nameOf(name)
  return glossary.get(asked) ?? byStem.get(withoutEndings(asked)) ?? []
}
