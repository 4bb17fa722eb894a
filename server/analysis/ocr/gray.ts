/** A gray picture, row by row from the top; 0 is black. */
export type Gray = { width: number; height: number; data: Uint8Array }

/** In pixels. */
export type PixelBox = { x: number; y: number; width: number; height: number }

/** Divides by the paper around each place, so that shadows and gray paper become white. */
export function evenLight({ width, height, data }: Gray, block: number): Gray {
  const columns = Math.ceil(width / block)
  const rows = Math.ceil(height / block)
  const paper = smooth(
    largest(paperOfBlocks({ width, height, data }, block, columns, rows), columns, rows),
    columns,
    rows,
  )
  const out = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const row = positionIn(y, block, rows)
    for (let x = 0; x < width; x++) {
      const column = positionIn(x, block, columns)
      const above = mix(paper, row.first * columns, column)
      const below = mix(paper, row.second * columns, column)
      const light = above + (below - above) * row.share
      const i = y * width + x
      out[i] = Math.min(255, ((data[i] ?? 0) * 255) / Math.max(light, 60))
    }
  }
  return { width, height, data: out }
}

type Position = { first: number; second: number; share: number }

function positionIn(pixel: number, block: number, count: number): Position {
  const place = Math.min(count - 1, Math.max(0, (pixel + 0.5) / block - 0.5))
  const first = Math.floor(place)
  return { first, second: Math.min(count - 1, first + 1), share: place - first }
}

function mix(values: Float32Array, start: number, { first, second, share }: Position): number {
  const left = values[start + first] ?? 255
  return left + ((values[start + second] ?? 255) - left) * share
}

/** The gray that one pixel in ten of a block exceeds. */
function paperOfBlocks({ width, height, data }: Gray, block: number, columns: number, rows: number): Float32Array {
  const paper = new Float32Array(columns * rows)
  const counts = new Uint32Array(256)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      counts.fill(0)
      const right = Math.min(width, (column + 1) * block)
      const bottom = Math.min(height, (row + 1) * block)
      for (let y = row * block; y < bottom; y++)
        for (let x = column * block; x < right; x++) addOne(counts, data[y * width + x] ?? 0)
      const size = (right - column * block) * (bottom - row * block)
      paper[row * columns + column] = highest(counts, size * 0.1)
    }
  }
  return paper
}

function addOne(counts: Uint32Array, index: number): void {
  counts[index] = (counts[index] ?? 0) + 1
}

function highest(counts: Uint32Array, wanted: number): number {
  let seen = 0
  for (let value = 255; value > 0; value--) {
    seen += counts[value] ?? 0
    if (seen >= wanted) return value
  }
  return 0
}

const around = [-1, 0, 1]

function overNeighbors(
  values: Float32Array,
  columns: number,
  rows: number,
  join: (values: number[]) => number,
): Float32Array {
  const out = new Float32Array(values.length)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const near = around.flatMap((dy) => around.map((dx) => valueAt(values, columns, rows, column + dx, row + dy)))
      out[row * columns + column] = join(near.filter((value) => value >= 0))
    }
  }
  return out
}

function valueAt(values: Float32Array, columns: number, rows: number, column: number, row: number): number {
  return column < 0 || row < 0 || column >= columns || row >= rows ? -1 : (values[row * columns + column] ?? -1)
}

const largest = (values: Float32Array, columns: number, rows: number) =>
  overNeighbors(values, columns, rows, (near) => Math.max(...near))

const smooth = (values: Float32Array, columns: number, rows: number) =>
  overNeighbors(values, columns, rows, (near) => near.reduce((sum, value) => sum + value, 0) / near.length)

/** The average of every square of `factor` pixels. */
export function shrink({ width, height, data }: Gray, factor: number): Gray {
  if (factor <= 1) return { width, height, data }

  const columns = Math.max(1, Math.floor(width / factor))
  const rows = Math.max(1, Math.floor(height / factor))
  const out = new Uint8Array(columns * rows)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      let sum = 0
      for (let y = row * factor; y < (row + 1) * factor; y++)
        for (let x = column * factor; x < (column + 1) * factor; x++) sum += data[y * width + x] ?? 255
      out[row * columns + column] = sum / (factor * factor)
    }
  }
  return { width: columns, height: rows, data: out }
}

/** Turns around the center; `angle` in radians, the size stays. What comes from outside is white. */
export function turn({ width, height, data }: Gray, angle: number): Gray {
  const out = new Uint8Array(width * height).fill(255)
  const cosine = Math.cos(angle)
  const sine = Math.sin(angle)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const { x: fromX, y: fromY } = turnPoint(x - width / 2, y - height / 2, cosine, sine)
      const left = Math.floor(fromX + width / 2)
      const top = Math.floor(fromY + height / 2)
      if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) continue
      const i = top * width + left
      const shareX = fromX + width / 2 - left
      const shareY = fromY + height / 2 - top
      const above = (data[i] ?? 0) * (1 - shareX) + (data[i + 1] ?? 0) * shareX
      const below = (data[i + width] ?? 0) * (1 - shareX) + (data[i + width + 1] ?? 0) * shareX
      out[y * width + x] = above * (1 - shareY) + below * shareY
    }
  }
  return { width, height, data: out }
}

/** Where a point of the turned picture lies in the picture before, both from the center. */
export function turnPoint(x: number, y: number, cosine: number, sine: number) {
  return { x: x * cosine - y * sine, y: x * sine + y * cosine }
}

/** The gray that parts ink from paper best (Otsu), within the bounds of what can be read. */
export function inkThreshold({ data }: Gray): number {
  const counts = new Uint32Array(256)
  for (const value of data) addOne(counts, value)
  const total = data.length
  let sum = 0
  for (let value = 0; value < 256; value++) sum += value * (counts[value] ?? 0)
  let [best, threshold, below, sumBelow] = [0, 150, 0, 0]
  for (let value = 0; value < 255; value++) {
    below += counts[value] ?? 0
    sumBelow += value * (counts[value] ?? 0)
    if (below === 0 || below === total) continue
    const between = below * (total - below) * (sumBelow / below - (sum - sumBelow) / (total - below)) ** 2
    if (between > best) [best, threshold] = [between, value]
  }
  return Math.min(200, Math.max(110, threshold))
}

export function crop({ width, height, data }: Gray, box: PixelBox): Gray {
  const x = Math.max(0, Math.floor(box.x))
  const y = Math.max(0, Math.floor(box.y))
  const right = Math.min(width, Math.ceil(box.x + box.width))
  const bottom = Math.min(height, Math.ceil(box.y + box.height))
  const size = { width: Math.max(0, right - x), height: Math.max(0, bottom - y) }
  const out = new Uint8Array(size.width * size.height)
  for (let row = 0; row < size.height; row++) {
    const start = (y + row) * width + x
    out.set(data.subarray(start, start + size.width), row * size.width)
  }
  return { ...size, data: out }
}
