import type { Judged, JudgedCase } from './library.ts'
import { type Grades, tokens } from './queries.ts'

type Judge = (asked: string) => (one: JudgedCase) => number

/** Grades the library by the rules of README.md, independently of the search that is measured. */
export function buildJudge(library: Judged, lemmas: Map<string, string[]>) {
  const judges: Record<string, Judge> = {
    number: judgeNumber,
    party: judgeParty,
    text: judgeText,
    words: judgeWords(library, lemmas),
    topic: judgeTopic,
  }
  return (rule: string): Grades => {
    const [kind, asked] = divide(rule, ' ')
    if (kind === 'entry') return gradeEntries(library, asked)
    const judge = judges[kind]?.(asked)
    if (!judge) throw new Error(`“${rule}” begins with no kind of rule: see README.md`)
    const grades: Grades = new Map(
      library.cases.map((one) => [one.name, judge(one)] as const).filter(([, grade]) => grade),
    )
    if (grades.size === 0) throw new Error(`no case is right by “${rule}”: is it written as the library writes it?`)
    return grades
  }
}

const judgeNumber: Judge = (asked) => (one) => (one.numbers.includes(asked) ? 3 : 0)

/** With several names all must be parties; the lowest grade counts. */
const judgeParty: Judge = (asked) => {
  const names = asked.split(' ; ').map(tokens)
  return (one) => Math.min(...names.map((name) => gradeName(name, one)))
}

function gradeName(name: string[], { parties, judges }: JudgedCase) {
  const held = (person: string) => name.every((token) => tokens(person).includes(token))
  const together = (person: string) => ` ${tokens(person).join(' ')} `.includes(` ${name.join(' ')} `)
  if (parties.some(together)) return 3
  if (parties.some(held)) return 2
  return judges.some(held) ? 1 : 0
}

const judgeText: Judge = (asked) => {
  const words = tokens(asked)
  return (one) => {
    if (countTogether(words, one.title) + countTogether(words, one.keywords) > 0) return 3
    return countTogether(words, one.text) > 0 ? 2 : 0
  }
}

function judgeWords({ cases }: Judged, lemmas: Map<string, string[]>): Judge {
  return (asked) => {
    const wanted = asked.split(' + ').map((lemma) => {
      const forms = lemmas.get(lemma)
      if (!forms) throw new Error(`“${lemma}” is not in lemmas.tsv`)
      return new Set(forms)
    })
    const judge = (one: JudgedCase) => Math.min(...wanted.map((forms) => gradeForms(forms, one)))
    // When no case is relevant, a single mention is the best that the library has.
    const best = Math.max(...cases.map(judge))
    return best === 1 ? (one) => judge(one) * 2 : judge
  }
}

function gradeForms(forms: Set<string>, { title, keywords, types, text }: JudgedCase) {
  if (tokens(`${title} ${keywords} ${types}`).some((token) => forms.has(token))) return 3
  const mentions = tokens(text).filter((token) => forms.has(token)).length
  return Math.min(mentions, 2)
}

const judgeTopic: Judge = (asked) => {
  const [kinds, aspects] = divide(asked, ' : ')
  const wanted = kinds.split(',')
  const begun = aspects === '' ? [] : aspects.split(' | ')
  return (one) => {
    if (!wanted.includes(one.kind) && !wanted.includes(one.name)) return 0
    if (begun.length === 0 || begun.some((aspect) => standsIn(aspect, `${one.title} ، ${one.keywords}`))) return 3
    return begun.some((aspect) => standsIn(aspect, one.text)) ? 2 : 1
  }
}

function gradeEntries({ phrases }: Judged, asked: string): Grades {
  const named = asked.split(' | ')
  const strange = named.find((name) => !phrases.includes(name))
  if (strange !== undefined) throw new Error(`“${strange}” is no phrase of the library`)
  return new Map(named.map((name) => [name, 3]))
}

/** An aspect starts at a word boundary; its last word may be a prefix. */
const standsIn = (aspect: string, text: string) => ` ${tokens(text).join(' ')}`.includes(` ${tokens(aspect).join(' ')}`)

const countTogether = (words: string[], text: string) =>
  ` ${tokens(text).join('  ')} `.split(` ${words.join('  ')} `).length - 1

function divide(text: string, at: string): [string, string] {
  const place = text.indexOf(at)
  return place < 0 ? [text, ''] : [text.slice(0, place), text.slice(place + at.length)]
}
