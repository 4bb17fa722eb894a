import type { Gray, PixelBox } from './gray.ts'

/** Ink or no ink, a byte a pixel: 1 or 0. */
export type Mask = { width: number; height: number; data: Uint8Array }

export type Component = PixelBox & { area: number; label: number }

export function inkMask({ width, height, data }: Gray, threshold: number): Mask {
  const out = new Uint8Array(data.length)
  for (let i = 0; i < data.length; i++) out[i] = (data[i] ?? 255) < threshold ? 1 : 0
  return { width, height, data: out }
}

/** Pixels that touch, also by a corner, are one component; `labels` has its number at each pixel, 0 where there is no ink. */
export function findComponents({ width, height, data }: Mask): { components: Component[]; labels: Int32Array } {
  const labels = new Int32Array(data.length)
  const components: Component[] = []
  const open = new Int32Array(data.length)
  for (let start = 0; start < data.length; start++) {
    if (!data[start] || labels[start]) continue
    const label = components.length + 1
    let [left, right, top, bottom, area, count] = [width, 0, height, 0, 0, 1]
    open[0] = start
    labels[start] = label
    while (count > 0) {
      const at = open[--count] ?? 0
      const y = Math.floor(at / width)
      const x = at - y * width
      area += 1
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
      for (let ny = Math.max(0, y - 1); ny <= Math.min(height - 1, y + 1); ny++) {
        for (let nx = Math.max(0, x - 1); nx <= Math.min(width - 1, x + 1); nx++) {
          const next = ny * width + nx
          if (!data[next] || labels[next]) continue
          labels[next] = label
          open[count++] = next
        }
      }
    }
    components.push({ x: left, y: top, width: right - left + 1, height: bottom - top + 1, area, label })
  }
  return { components, labels }
}

/** Removes ruled lines: straight runs of ink longer than any stroke of a letter. */
export function withoutRules(mask: Mask, longest: number): Mask {
  const { width, height } = mask
  const data = mask.data.slice()
  for (let y = 0; y < height; y++) eraseRuns(mask.data, data, y * width, 1, width, longest)
  for (let x = 0; x < width; x++) eraseRuns(mask.data, data, x, width, height, longest)
  return { width, height, data }
}

function eraseRuns(
  from: Uint8Array,
  to: Uint8Array,
  start: number,
  step: number,
  count: number,
  longest: number,
): void {
  let run = 0
  for (let i = 0; i <= count; i++) {
    if (i < count && from[start + i * step]) {
      run += 1
      continue
    }
    if (run > longest) for (let k = i - run; k < i; k++) to[start + k * step] = 0
    run = 0
  }
}

/** Removes specks, and what is taller than any line of text: pictures, stamps, the shadows of a scanner. */
export function textOnly(mask: Mask, smallest: number, tallest: number): Mask {
  const { components, labels } = findComponents(mask)
  const kept = components.map(({ area, height }) => area > smallest && height <= tallest)
  const data = new Uint8Array(mask.data.length)
  for (let i = 0; i < data.length; i++) data[i] = labels[i] && kept[(labels[i] ?? 0) - 1] ? 1 : 0
  return { width: mask.width, height: mask.height, data }
}
