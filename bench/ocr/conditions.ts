import { turn } from '#server/analysis/ocr/gray.ts'
import type { Raster } from '#server/analysis/ocr/render.ts'

/** What is done to a picture of a page before it is read; `dpi` is the resolution at which it is rendered. */
type Condition = { name: string; dpi: number; change: (raster: Raster) => Raster }

export const conditions: Condition[] = [
  { name: 'print', dpi: 300, change: (raster) => raster },
  { name: 'skewed', dpi: 300, change: (raster) => ({ ...raster, ...turn(raster, 0.025) }) },
  { name: 'noisy', dpi: 300, change: noisy },
  {
    name: 'fax',
    dpi: 200,
    change: (raster) => mapped(raster, (value, chance) => (value + chance * 60 - 30 < 150 ? 0 : 255)),
  },
  { name: '100 dpi', dpi: 100, change: (raster) => raster },
]

/** Gray paper that darkens to one side, noise on every pixel, one pixel in 200 lost. */
function noisy(raster: Raster): Raster {
  const tilted = { ...raster, ...turn(raster, -0.012) }
  return mapped(tilted, (value, chance, x) => {
    if (chance < 0.0025) return 0
    if (chance > 0.9975) return 255
    const noise = (chance * 7919) % 1
    return value * (0.92 - (0.22 * x) / raster.width) + (noise - 0.5) * 70
  })
}

function mapped(raster: Raster, change: (value: number, chance: number, x: number) => number): Raster {
  const random = mulberry(7)
  const data = raster.data.map((value, i) => Math.min(255, Math.max(0, change(value, random(), i % raster.width))))
  return { ...raster, data }
}

function mulberry(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
