import { buildRandom, type Random } from '#db/seed/random.ts'
import type { Judged, JudgedCase } from './library.ts'
import type { Grades, Query } from './queries.ts'

/**
 * Known-item queries: words of one judgment, damaged by a rule and without knowledge of the search. The right answer is
 * the judgment that they were taken from; for a single word, and for two that are left side by side, each that has it.
 */
export const knownItemClasses = [
  'as written',
  'a typo in each word',
  'two words wrong',
  'two words wrong, any with the others',
  'one mistyped word',
] as const
type KnownItemClass = (typeof knownItemClasses)[number]

type KnownItems = { queries: Query[]; grades: Map<string, Grades> }

/** `count` queries of each class, the same for a seed. */
export function knownItems({ cases }: Judged, { seed, count }: { seed: number; count: number }): KnownItems {
  const random = buildRandom(seed)
  const texts = cases.map((one) => ({ name: one.name, text: textOf(one) }))
  const queries: Query[] = []
  const grades = new Map<string, Grades>()
  const add = (of: KnownItemClass, query: string, names: readonly string[]) => {
    const id = `${of}-${seed}-${queries.length}`
    queries.push({ id, class: of, type: 'CaseFile', query, rule: names.join(' | ') })
    grades.set(id, new Map(names.map((name) => [name, 3])))
  }
  while (queries.length < count * knownItemClasses.length) {
    const { name, text } = random.pick(texts)
    const run = runOf(text, random)
    const otherWords = random.pick(texts).text.split(' ')
    // Boilerplate is in many judgments.
    if (!run || texts.filter((one) => one.text.includes(run.join(' '))).length > 1) continue
    const word = random.pick(run)
    add('as written', run.join(' '), [name])
    add('a typo in each word', run.map((one) => mistype(one, random)).join(' '), [name])
    const [others, wrong] = [run.slice(0, 2).join(' '), [random.pick(otherWords), random.pick(otherWords)].join(' ')]
    add('two words wrong', `${others} ${wrong}`, [name])
    add('two words wrong, any with the others', `${others} ${wrong}`, namesWith(texts, others))
    add('one mistyped word', mistype(word, random), namesWith(texts, word))
  }
  return { queries, grades }
}

/** The words of a judgment in Thaana, with one space between them. */
const textOf = ({ title, text }: JudgedCase) => (`${title} ${text}`.match(/[\u0780-\u07b1]+/g) ?? []).join(' ')

const namesWith = (texts: readonly { name: string; text: string }[], word: string) =>
  texts.filter(({ text }) => ` ${text} `.includes(` ${word} `)).map(({ name }) => name)

/** Four neighboring words of at least three letters. */
function runOf(text: string, random: Random): string[] | undefined {
  const words = text.split(' ')
  const run = words.slice(random.whole(0, words.length - 4)).slice(0, 4)
  return run.length === 4 && run.every((word) => word.length >= 6 && word.length <= 20) ? run : undefined
}

const isSign = (unit: string) => unit >= '\u07a6' && unit <= '\u07b0'
const letters = 'ހށނރބޅކއވމފދތލގޏސޑޒޓޔޕޖޗ'.split('')
const signs = '\u07a6\u07a7\u07a8\u07a9\u07aa\u07ab\u07ac\u07ad\u07ae\u07af\u07b0'.split('')

/** One slip anywhere in a word, the first letter included: another letter, another sign, a swap, one lost, one doubled. */
function mistype(word: string, random: Random): string {
  const units = word.split('')
  const at = random.whole(0, units.length - 1)
  const unit = units[at] ?? ''
  const slips = [
    () => units.with(at, random.pick(isSign(unit) ? signs : letters)),
    () => units.with(at, random.pick(isSign(unit) ? signs : letters)),
    () => (at + 2 < units.length ? units.with(at, units[at + 2] ?? '').with(at + 2, unit) : units.toSpliced(at, 1)),
    () => units.toSpliced(at, 1),
    () => units.toSpliced(at, 0, unit),
  ]
  const slipped = random.pick(slips)().join('')
  return slipped === word ? mistype(word, random) : slipped
}
