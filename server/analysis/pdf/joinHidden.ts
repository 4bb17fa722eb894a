import type { HiddenReason, HiddenText } from '#server/analysis/types.ts'
import type { Glyph } from './glyphs.ts'

type HiddenGlyph = { glyph: Glyph; reason: HiddenReason }

/** One text for each line of hidden glyphs that follow each other for the same reason. */
export function joinHidden(hidden: readonly HiddenGlyph[]): HiddenText[] {
  const groups: HiddenGlyph[][] = []
  for (const next of hidden) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    if (group && last && follows(last, next)) group.push(next)
    else groups.push([next])
  }
  return groups.flatMap((group) => {
    const text = textOf(group.map(({ glyph }) => glyph))
    const reason = group[0]?.reason
    return text === '' || !reason ? [] : [{ text, box: around(group), reason }]
  })
}

const follows = (last: HiddenGlyph, next: HiddenGlyph) =>
  last.reason === next.reason && Math.abs(across(last.glyph) - across(next.glyph)) < Math.max(last.glyph.size, 1) * 0.7

const isRightToLeft = (text: string) => /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/u.test(text)

type Cluster = { text: string; left: number; right: number }

/**
 * In logical order, as far as a list for a person needs it: from right to left when most letters are Thaana or Arabic,
 * with numbers and Latin words turned back.
 */
function textOf(glyphs: readonly Glyph[]): string {
  const clusters = clustersOf(glyphs)
  const letters = clusters.filter(({ text }) => /\p{L}/u.test(text))
  const turned = letters.filter(({ text }) => isRightToLeft(text)).length * 2 > letters.length
  if (!turned) return spaced(clusters.toSorted((one, other) => one.left - other.left))
  const line = spaced(clusters.toSorted((one, other) => other.right - one.right))
  return line.replace(/[A-Za-z0-9][A-Za-z0-9.,:/-]*(?<=[A-Za-z0-9])/g, (run) => Array.from(run).reverse().join(''))
}

/** Signs over and under a letter join the letter whose middle is nearest. Positions are along the baseline. */
function clustersOf(glyphs: readonly Glyph[]): Cluster[] {
  const isMark = ({ text }: Glyph) => /^\p{M}+$/u.test(text)
  const clusters = glyphs
    .filter((glyph) => !isMark(glyph) && glyph.text.trim() !== '')
    .map((glyph) => ({ text: glyph.text, left: along(glyph, glyph), right: along(glyph, glyph) + glyph.advance }))
  for (const mark of glyphs.filter(isMark)) {
    const { x, y, width, height } = mark.ink ?? mark.box
    const middle = along(mark, { x: x + width / 2, y: y + height / 2 })
    const distance = ({ left, right }: Cluster) => Math.abs((left + right) / 2 - middle)
    const [nearest] = clusters.toSorted((one, other) => distance(one) - distance(other))
    if (nearest) nearest.text += mark.text
  }
  return clusters
}

function along({ angle }: Glyph, { x, y }: { x: number; y: number }): number {
  const radians = (angle * Math.PI) / 180
  return x * Math.cos(radians) + y * Math.sin(radians)
}

const across = ({ angle, x, y }: Glyph): number => {
  const radians = (angle * Math.PI) / 180
  return y * Math.cos(radians) - x * Math.sin(radians)
}

/** A gap of a fifth of the mean letter is a space. */
function spaced(clusters: readonly Cluster[]): string {
  const mean = clusters.reduce((sum, { left, right }) => sum + right - left, 0) / (clusters.length || 1)
  return clusters.reduce((text, cluster, index) => {
    const last = clusters[index - 1]
    if (!last) return cluster.text
    const gap = Math.max(cluster.left - last.right, last.left - cluster.right)
    return text + (gap > mean * 0.2 ? ' ' : '') + cluster.text
  }, '')
}

function around(group: readonly HiddenGlyph[]) {
  const boxes = group.map(({ glyph }) => glyph.box)
  const x = Math.min(...boxes.map((box) => box.x))
  const y = Math.min(...boxes.map((box) => box.y))
  const right = Math.max(...boxes.map((box) => box.x + box.width))
  const bottom = Math.max(...boxes.map((box) => box.y + box.height))
  return { x, y, width: right - x, height: bottom - y }
}
