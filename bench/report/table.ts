import type { Row, Run } from './figures.ts'
import { compare, isMet, titles } from './rows.ts'
import { written } from './svg.ts'

const [start, end] = ['<!-- figures: written by `npm run bench -- report` -->', '<!-- end of figures -->']

/** The document with the tables of the figures between its two markers. */
export function withTables(document: string, figures: ReadonlyMap<string, readonly Run[]>): string {
  const [before, rest] = document.split(start)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) throw new Error(`the document has no ${start} … ${end}`)
  return `${before}${start}\n\n${tablesOf(figures)}\n\n${end}${after}`
}

function tablesOf(figures: ReadonlyMap<string, readonly Run[]>) {
  const runs = [...figures].flatMap(([area, own]) => own.map((run) => ({ ...run, title: titles[area] ?? area })))
  return [
    table(
      ['area', 'what', 'case files', 'Hukum', 'next to', 'ratio', 'goal'],
      runs.flatMap(({ title, at, rows }) => rows.map((row) => [title, row.what, sizeOf(at), ...cellsOf(row)])),
    ),
    table(
      ['area', 'case files', 'measured', 'load before', 'machine'],
      runs.map(({ title, at, date, load, machine }) => [
        title,
        sizeOf(at),
        date,
        load === null ? 'not recorded' : String(load),
        machine,
      ]),
    ),
  ].join('\n\n')
}

const sizeOf = (at: number | null) => (at === null ? '' : at.toLocaleString('en'))

function cellsOf(row: Row): string[] {
  const [compared] = compare(row)
  const goal = row.goal === undefined ? '' : `${row.unit === '1/s' ? '≥' : '≤'} ${withUnit(row.goal, row)}`
  return [
    withUnit(row.ours, row),
    row.other === null ? '' : `${withUnit(row.other, row)}, ${row.other_name ?? ''}`,
    compared === undefined ? '' : written(compared.ratio),
    isMet(row) === false ? `**${goal}**` : goal,
  ]
}

const withUnit = (value: number, { unit }: Row) => `${written(value)}${unit === '1/s' ? ' a second' : ` ${unit}`}`

const table = (heads: readonly string[], rows: readonly (readonly string[])[]) =>
  [heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
