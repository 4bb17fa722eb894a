import type { Row, Run } from './figures.ts'
import { dotAt, lineAt, logScale, type Scale, svgFile, textAt, written } from './svg.ts'

/** A line of the chart: its name, its CSS classes, and its value for each measured size. */
type Line = { name: string; look: string; points: { cases: number; ms: number }[] }

/** Which value of an area's rows a line shows. */
type LineOf = { name: string; look: string; runs: readonly Run[]; what: string; side?: 'ours' | 'other' }

const frame = { width: 880, height: 420, start: 96, end: 320, top: 24, bottom: 48 }
const [right, base] = [frame.width - frame.end, frame.height - frame.bottom]

/** Draws milliseconds over the number of case files on logarithmic axes. */
export function drawGrowth(label: string, wanted: readonly LineOf[]): string {
  const lines = wanted.map(lineOf).filter(({ points }) => points.length > 0)
  const all = lines.flatMap(({ points }) => points)
  const sizes = [...new Set(all.map(({ cases }) => cases))].toSorted((one, other) => one - other)
  const x = logScale(sizes, frame.start, right)
  const y = logScale(
    all.map(({ ms }) => ms),
    base,
    frame.top,
  )
  const ends = spread(lines.map(({ points }) => y.at(points.at(-1)?.ms ?? 1)))
  return svgFile({ width: frame.width, height: frame.height, label }, [
    ...y.powers.flatMap((power) => [
      lineAt({ x: frame.start, y: y.at(power) }, { x: right, y: y.at(power) }),
      textAt(`${written(power)} ms`, { x: frame.start - 8, y: y.at(power) + 4, look: 'end' }),
    ]),
    ...sizes.flatMap((cases) => [
      lineAt({ x: x.at(cases), y: frame.top }, { x: x.at(cases), y: base }),
      textAt(written(cases), { x: x.at(cases), y: base + 22, look: 'middle' }),
    ]),
    textAt('case files', { x: (frame.start + right) / 2, y: frame.height - 6, look: 'middle' }),
    ...lines.map((line, at) => drawLine(line, { x, y, end: ends[at] ?? 0, largest: sizes.at(-1) ?? 0 })),
  ])
}

function lineOf({ name, look, runs, what, side = 'ours' }: LineOf): Line {
  const points = runs.flatMap(({ at, rows }) => {
    const ms = rows.find((row: Row) => row.what === what)?.[side] ?? undefined
    return at === null || ms === undefined ? [] : [{ cases: at, ms: Math.max(ms, 0.1) }]
  })
  return { name, look, points }
}

type Place = { x: Scale; y: Scale; end: number; largest: number }

function drawLine({ name, look, points }: Line, { x, y, end, largest }: Place): string {
  const path = points.map(({ cases, ms }, at) => `${at === 0 ? 'M' : 'L'}${x.at(cases)} ${y.at(ms)}`).join(' ')
  const dots = points.map(({ cases, ms }) =>
    dotAt(`${name}: ${written(ms)} ms at ${written(cases)}`, { x: x.at(cases), y: y.at(ms), look }),
  )
  const last = points.at(-1)
  const where = last && last.cases < largest ? ` at ${written(last.cases)}` : ''
  const label = textAt(`${name}: ${written(last?.ms ?? 0)} ms${where}`, { x: right + 10, y: end + 4 })
  return [`<path class="${look}" d="${path}"/>`, ...dots, label].join('\n')
}

/** Moves overlapping labels apart. */
function spread(positions: readonly number[]): number[] {
  const order = positions.map((_, at) => at).sort((one, other) => (positions[one] ?? 0) - (positions[other] ?? 0))
  const moved = [...positions]
  for (const [rank, at] of order.entries()) {
    const above = order[rank - 1]
    if (above !== undefined) moved[at] = Math.max(moved[at] ?? 0, (moved[above] ?? 0) + 17)
  }
  return moved
}
