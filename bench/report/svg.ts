/** What the charts share: they are SVG files with text as text, for light and dark backgrounds. */

export type Scale = { at: (value: number) => number; powers: number[] }

/** A logarithmic scale from whole powers of ten that includes all values. */
export function logScale(values: readonly number[], from: number, to: number): Scale {
  const low = Math.floor(Math.log10(Math.min(...values)))
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))))
  return {
    at: (value) => round(from + ((Math.log10(value) - low) / (high - low)) * (to - from)),
    powers: Array.from({ length: high - low + 1 }, (_, at) => 10 ** (low + at)),
  }
}

type Size = { width: number; height: number; label: string }

/** A whole SVG file. `label` describes the picture to who cannot see it. */
export const svgFile = ({ width, height, label }: Size, parts: readonly string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">
<style>
  svg { --ink: #33424f; --line: #d7dee4; --ours: #0b6e8f; --part: #8a5a00; --peer: #b3261e; font: 13px system-ui, sans-serif; }
  @media (prefers-color-scheme: dark) { svg { --ink: #c9d4dc; --line: #3a4650; --ours: #5cc4e6; --part: #e0b050; --peer: #ff8a80; } }
  text { fill: var(--ink); } .head { font-weight: 600; } .end { text-anchor: end; } .middle { text-anchor: middle; }
  .grid { stroke: var(--line); } .thin { stroke-opacity: 0.5; } .one { stroke: var(--ink); stroke-width: 2; } path { fill: none; stroke-width: 2; } circle { stroke-width: 2; fill: none; }
  .ours { stroke: var(--ours); } .part { stroke: var(--part); } .peer { stroke: var(--peer); } .half { stroke-dasharray: 5 4; }
  .full { fill: currentColor; } .ours.full { fill: var(--ours); } .peer.full { fill: var(--peer); }
</style>
${parts.join('\n')}
</svg>
`

type At = { x: number; y: number; look?: string }

export const textAt = (text: string, { x, y, look = '' }: At) =>
  `<text x="${round(x)}" y="${round(y)}"${look === '' ? '' : ` class="${look}"`}>${escape(text)}</text>`

export const lineAt = (from: { x: number; y: number }, to: { x: number; y: number }, look = 'grid') =>
  `<line class="${look}" x1="${round(from.x)}" y1="${round(from.y)}" x2="${round(to.x)}" y2="${round(to.y)}"/>`

export const dotAt = (title: string, { x, y, look = '' }: At) =>
  `<circle class="${look}" cx="${round(x)}" cy="${round(y)}" r="4"><title>${escape(title)}</title></circle>`

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const round = (value: number) => Math.round(value * 10) / 10

/** Two digits at least: 0.034, 3.4, 34, 3,400. */
export const written = (value: number) =>
  value.toLocaleString('en', value < 10 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 0 })
