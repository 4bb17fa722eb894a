import { writeFileSync } from 'node:fs'
import { buildJudge } from './judge.ts'
import { readLibrary } from './library.ts'
import { type Grades, readLemmas, readQueries, sets } from './queries.ts'

/** The grades of every query in the format of `grades.tsv`. As a script it writes that file. */
export function gradeAll(): string {
  const judge = buildJudge(readLibrary(), readLemmas())
  const rows = sets.flatMap(readQueries).map(({ id, rule }) => [id, ...lists(judge(rule))].join('\t'))
  return [['id', 'grade 3', 'grade 2', 'grade 1'].join('\t'), ...rows, ''].join('\n')
}

const lists = (grades: Grades) =>
  [3, 2, 1].map((grade) => [...grades].flatMap(([name, given]) => (given === grade ? [name] : [])).join(' | '))

if (import.meta.main) writeFileSync(new URL('grades.tsv', import.meta.url), gradeAll())
