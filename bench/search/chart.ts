import type { Figures } from './figures.ts'

/** A line of the chart: its name, its CSS class, and its value for each measured size. */
type Line = { name: string; look: string; points: { cases: number; ms: number }[] }

const frame = { width: 880, height: 420, start: 96, end: 284, top: 24, bottom: 48 }

/** Draws milliseconds over library size on logarithmic axes, as an SVG for light and dark backgrounds. */
export function drawGrowth(figures: readonly Figures[]): string {
  const lines = linesOf(figures)
  const all = lines.flatMap(({ points }) => points)
  const x = scale(all.map(({ cases }) => cases), frame.start, frame.width - frame.end) // prettier-ignore
  const y = scale(all.map(({ ms }) => ms), frame.height - frame.bottom, frame.top) // prettier-ignore
  const largest = Math.max(...figures.map(({ cases }) => cases))
  const ends = spread(lines.map(({ points }) => y.at(points.at(-1)?.ms ?? 1)))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${frame.width} ${frame.height}" role="img" aria-label="Milliseconds of a search by the number of case files">
<style>
  svg { --ink: #33424f; --line: #d7dee4; --ours: #0b6e8f; --facets: #8a5a00; --peer: #b3261e; font: 13px system-ui, sans-serif; }
  @media (prefers-color-scheme: dark) { svg { --ink: #c9d4dc; --line: #3a4650; --ours: #5cc4e6; --facets: #e0b050; --peer: #ff8a80; } }
  text { fill: var(--ink); } .grid { stroke: var(--line); } path { fill: none; stroke-width: 2; }
  .ours { stroke: var(--ours); } .facets { stroke: var(--facets); } .peer { stroke: var(--peer); } .half { stroke-dasharray: 5 4; }
</style>
${y.powers.map((power) => `<line class="grid" x1="${frame.start}" x2="${frame.width - frame.end}" y1="${round(y.at(power))}" y2="${round(y.at(power))}"/><text x="${frame.start - 8}" y="${round(y.at(power)) + 4}" text-anchor="end">${written(power)} ms</text>`).join('\n')}
${figures.map(({ cases }) => `<line class="grid" x1="${round(x.at(cases))}" x2="${round(x.at(cases))}" y1="${frame.top}" y2="${frame.height - frame.bottom}"/><text x="${round(x.at(cases))}" y="${frame.height - frame.bottom + 22}" text-anchor="middle">${written(cases)}</text>`).join('\n')}
<text x="${(frame.start + frame.width - frame.end) / 2}" y="${frame.height - 6}" text-anchor="middle">case files</text>
${lines.map((line, at) => drawLine(line, { x, y, end: ends[at] ?? 0, largest })).join('\n')}
</svg>
`
}

function linesOf(figures: readonly Figures[]): Line[] {
  const line = (name: string, look: string, value: (one: Figures) => number | undefined) => ({
    name,
    look,
    points: figures.flatMap((one) => {
      const ms = value(one)
      return ms === undefined ? [] : [{ cases: one.cases, ms: Math.max(ms, 0.1) }]
    }),
  })
  return [
    line('PostgreSQL, p95', 'peer', ({ postgres }) => postgres?.p95),
    line('PostgreSQL, median', 'peer half', ({ postgres }) => postgres?.p50),
    line('facets alone, p95', 'facets', ({ facets }) => facets?.p95),
    line('Hukum, p95', 'ours', ({ ours }) => ours.p95),
    line('Hukum, median', 'ours half', ({ ours }) => ours.p50),
  ].filter(({ points }) => points.length > 0)
}

type Scale = { at: (value: number) => number; powers: number[] }

/** A logarithmic scale from whole powers of ten that includes all values. */
function scale(values: readonly number[], from: number, to: number): Scale {
  const low = Math.floor(Math.log10(Math.min(...values)))
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))))
  return {
    at: (value) => from + ((Math.log10(value) - low) / (high - low)) * (to - from),
    powers: Array.from({ length: high - low + 1 }, (_, at) => 10 ** (low + at)),
  }
}

type Place = { x: Scale; y: Scale; end: number; largest: number }

function drawLine({ name, look, points }: Line, { x, y, end, largest }: Place): string {
  const path = points.map(({ cases, ms }, at) => `${at === 0 ? 'M' : 'L'}${round(x.at(cases))} ${round(y.at(ms))}`).join(' ') // prettier-ignore
  const last = points.at(-1)
  const dots = points.map(({ cases, ms }) => `<circle class="${look}" cx="${round(x.at(cases))}" cy="${round(y.at(ms))}" r="3" fill="none"><title>${name}: ${written(ms)} ms at ${written(cases)}</title></circle>`) // prettier-ignore
  const where = last && last.cases < largest ? ` at ${written(last.cases)}` : ''
  const label = `<text x="${frame.width - frame.end + 10}" y="${round(end) + 4}">${name}: ${written(last?.ms ?? 0)} ms${where}</text>`
  return `<path class="${look}" d="${path}"/>\n${dots.join('\n')}\n${label}`
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

const round = (value: number) => Math.round(value * 10) / 10
const written = (value: number) => value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 })
