import { readFileSync } from 'node:fs'

export const classes = ['number', 'party', 'phrase', 'topic', 'spelling', 'inflection', 'latin', 'cross'] as const
export type Query = {
  id: string
  class: string
  type: 'CaseFile' | 'Phrase'
  /** The query as typed. */
  query: string
  /** The relevance rule, in the syntax of README.md. */
  rule: string
}

/** Grades by the name of the answer; 0 for all others. */
export type Grades = Map<string, number>

export const sets = ['tuning', 'heldout', 'fresh'] as const
type QuerySet = (typeof sets)[number]

/** The frozen queries of a set. */
export function readQueries(set: QuerySet): Query[] {
  return rowsOf(`queries.${set}.tsv`).map(([id = '', kind = '', type = '', query = '', rule = '']) => {
    const found = classes.find((one) => one === kind)
    if (!found || (type !== 'CaseFile' && type !== 'Phrase'))
      throw new Error(`query ${id} is of class “${kind}” and type “${type}”: are its columns divided by tabs?`)
    return { id, class: found, type, query, rule }
  })
}

/** The frozen grades by query id. */
export function readGrades(): Map<string, Grades> {
  return new Map(
    rowsOf('grades.tsv').map(([id = '', ...graded]) => [
      id,
      new Map(
        graded.flatMap((list, index) => (list ? list.split(' | ').map((name) => [name, 3 - index] as const) : [])),
      ),
    ]),
  )
}

/** The forms of each lemma that occur in the library. */
export function readLemmas(): Map<string, string[]> {
  return new Map(rowsOf('lemmas.tsv').map(([lemma = '', , forms = '']) => [lemma, forms.split(' ')]))
}

/** The rows of a file in this folder, without its header. */
export function rowsOf(file: string): string[][] {
  return readFileSync(new URL(file, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
}

const read = new Map<string, string[]>()

/** Splits a text into words with their vowels. Cached, because every query reads the same texts. */
export function tokens(text: string): string[] {
  const known = read.get(text) ?? text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  read.set(text, known)
  return known
}
