import type { Run } from './figures.ts'
import { type Compared, comparedRows, titles } from './rows.ts'
import { dotAt, lineAt, logScale, svgFile, textAt, written } from './svg.ts'

const frame = { width: 960, start: 330, end: 300, top: 44, line: 20 }
const right = frame.width - frame.end

/**
 * Draws every result as a ratio to its peer on a logarithmic axis, by area: left of one we take less, right of it more. A
 * full dot is a peer that does the same task, an empty one a bare floor that does only part of it.
 */
export function drawRatios(figures: ReadonlyMap<string, readonly Run[]>): string {
  const areas = [...figures].flatMap(([area, runs]) => {
    const rows = comparedRows(runs)
    return rows.length === 0 ? [] : [{ area, rows }]
  })
  const ratios = areas.flatMap(({ rows }) => rows.map(({ ratio }) => ratio))
  const x = logScale([...ratios, 0.9, 1.1], frame.start, right)
  const parts: string[] = []
  let y = frame.top
  for (const { area, rows } of areas) {
    parts.push(textAt(titles[area] ?? area, { x: 8, y: y + 5, look: 'head' }))
    y += frame.line
    for (const row of rows) {
      parts.push(drawRow(row, x.at(row.ratio), y))
      y += frame.line
    }
    y += 6
  }
  const grid = x.powers.flatMap((power) => [
    lineAt({ x: x.at(power), y: frame.top - 12 }, { x: x.at(power), y }, power === 1 ? 'one' : 'grid'),
    textAt(power === 1 ? 'as the other' : `${written(power)} ×`, { x: x.at(power), y: 20, look: 'middle' }),
  ])
  const label = 'What Hukum takes as a multiple of what its peer or a bare floor takes'
  return svgFile({ width: frame.width, height: y + 8, label }, [...grid, ...parts])
}

function drawRow({ what, ratio, other_name, isFloor }: Compared, x: number, y: number) {
  const look = `${ratio <= 1 ? 'ours' : 'peer'}${isFloor ? '' : ' full'}`
  const compared = `${written(ratio)} × ${other_name}`
  return [
    textAt(what, { x: frame.start - 14, y: y + 5, look: 'end' }),
    lineAt({ x: frame.start, y }, { x: right, y }, 'grid thin'),
    dotAt(`${what}: ${compared}`, { x, y, look }),
    textAt(compared, { x: right + 12, y: y + 5 }),
  ].join('\n')
}
