import type { Decile } from './deciles.ts'

/** What is drawn side by side: deciles of the files that the weights were fitted on, and of the others. */
type Panel = { name: string; seen: readonly Decile[]; unseen: readonly Decile[] }

const size = 230
const [gap, top, bottom, start] = [40, 34, 58, 48]

/**
 * Draws the share that is right over the confidence, a point a decile, with the three points around the diagonal in which
 * a probability may lie; an SVG for light and dark backgrounds.
 */
export function drawDeciles(panels: readonly Panel[]): string {
  const width = start + panels.length * (size + gap)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${top + size + bottom}" role="img" aria-label="The share that is right by confidence, for each decile of ${panels.map(({ name }) => name).join(', ')}">
<style>
  svg { --ink: #33424f; --line: #d7dee4; --seen: #8a5a00; --unseen: #0b6e8f; --band: #0b6e8f22; font: 13px system-ui, sans-serif; }
  @media (prefers-color-scheme: dark) { svg { --ink: #c9d4dc; --line: #3a4650; --seen: #e0b050; --unseen: #5cc4e6; --band: #5cc4e633; } }
  text { fill: var(--ink); } .grid { stroke: var(--line); } .band { fill: var(--band); }
  .seen { fill: none; stroke: var(--seen); stroke-width: 1.5; } .unseen { fill: var(--unseen); }
</style>
${panels.map((panel, index) => drawPanel(panel, start + index * (size + gap))).join('\n')}
<circle class="unseen" cx="${start + 6}" cy="${top + size + 48}" r="4"/><text x="${start + 16}" y="${top + size + 52}">unseen files</text>
<circle class="seen" cx="${start + 126}" cy="${top + size + 48}" r="4"/><text x="${start + 136}" y="${top + size + 52}">seen files</text>
<text x="${start + 226}" y="${top + size + 52}">band: 3 points; across: confidence in %, upwards: right in %</text>
</svg>
`
}

function drawPanel({ name, seen, unseen }: Panel, left: number): string {
  const x = (percent: number) => round(left + (percent / 100) * size)
  const y = (percent: number) => round(top + size - (percent / 100) * size)
  const corner = (across: number, up: number) => `${x(across)},${y(up)}`
  const band = [corner(0, 0), corner(0, 3), corner(97, 100), corner(100, 100), corner(100, 97), corner(3, 0)].join(' ')
  const grid = [0, 25, 50, 75, 100].map(
    (percent) =>
      `<line class="grid" x1="${x(percent)}" x2="${x(percent)}" y1="${y(0)}" y2="${y(100)}"/><line class="grid" x1="${x(0)}" x2="${x(100)}" y1="${y(percent)}" y2="${y(percent)}"/><text x="${x(percent)}" y="${y(0) + 18}" text-anchor="middle">${percent}</text>`,
  )
  const dots = (look: string, deciles: readonly Decile[]) =>
    deciles.map(
      ({ confidence, right, count }) =>
        `<circle class="${look}" cx="${x(confidence)}" cy="${y(right)}" r="4"><title>${name}, ${look}: says ${confidence.toFixed(1)} %, ${right.toFixed(1)} % of ${count} are right</title></circle>`,
    )
  return [
    `<text x="${left}" y="${top - 12}">${name}</text>`,
    ...grid,
    `<polygon class="band" points="${band}"/>`,
    ...dots('seen', seen),
    ...dots('unseen', unseen),
  ].join('\n')
}

const round = (value: number) => Math.round(value * 10) / 10
