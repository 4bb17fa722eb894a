import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readFigures, type Run } from './figures.ts'
import { drawGrowth } from './growthChart.ts'
import { drawRatios } from './ratioChart.ts'
import { titles } from './rows.ts'
import { withTables } from './table.ts'

const docs = join(import.meta.dirname, '../../docs')

/** The files that show the recorded figures, with their contents, by their paths. */
export function drawnFiles(): Map<string, string> {
  const recorded = readFigures()
  const figures = new Map(
    Object.keys(titles).flatMap((area): [string, Run[]][] => {
      const runs = recorded.get(area)
      return runs ? [[area, runs]] : []
    }),
  )
  const document = join(docs, 'performance.md')
  return new Map([
    [join(docs, 'pictures/ratios.svg'), drawRatios(figures)],
    [join(docs, 'pictures/search-growth.svg'), drawSearch(figures.get('search') ?? [])],
    [join(docs, 'pictures/list-growth.svg'), drawLists(figures)],
    [document, withTables(readFileSync(document, 'utf8'), figures)],
  ])
}

export function writeDrawnFiles() {
  for (const [file, content] of drawnFiles()) writeFileSync(file, content)
}

/** The small library of the report is no part of the series, which is measured without other load. */
const fromCases = 10_000

function drawSearch(all: readonly Run[]) {
  const runs = all.filter(({ at }) => (at ?? 0) >= fromCases)
  return drawGrowth('Milliseconds of a search by the number of case files', [
    { name: 'PostgreSQL, p95', look: 'peer', runs, what: 'p95', side: 'other' },
    { name: 'PostgreSQL, median', look: 'peer half', runs, what: 'median', side: 'other' },
    { name: 'facets alone, p95', look: 'part', runs, what: 'facets alone, p95' },
    { name: 'Hukum, p95', look: 'ours', runs, what: 'p95' },
    { name: 'Hukum, median', look: 'ours half', runs, what: 'median' },
  ])
}

function drawLists(figures: ReadonlyMap<string, readonly Run[]>) {
  const [lists, find] = [figures.get('lists') ?? [], figures.get('find') ?? []]
  return drawGrowth('Milliseconds of a list and of one record by the number of case files', [
    { name: 'plain list, median', look: 'peer half', runs: lists, what: 'median of all', side: 'other' },
    { name: 'list, p95 of all', look: 'ours', runs: lists, what: 'p95 of all' },
    { name: 'list, median of all', look: 'ours half', runs: lists, what: 'median of all' },
    { name: 'one record, median', look: 'part', runs: find, what: 'record, median' },
    { name: 'one record, bare', look: 'part half', runs: find, what: 'record, median', side: 'other' },
  ])
}
