type Corners = readonly unknown[]

type Part = { corners: Corners; rectangle: boolean }

/** Paths of more parts than this are a drawing: one box around them is enough. */
const maxParts = 500

/** The operators of a path in pdf.js, and the number of coordinates after each. */
const [move, line, cubic, quadratic, close] = [0, 1, 2, 3, 4] as const
const coordinates: Record<number, number> = { [move]: 2, [line]: 2, [cubic]: 6, [quadratic]: 4, [close]: 0 }

/**
 * The parts of a path, each with its bounds [left, low, right, high] in user space and whether it is an upright
 * rectangle. Tables draw all their rules by one operator, so one box around the path would cover the table.
 */
export function pathShapes(path: Float32Array | Float16Array, bounds: Corners): Part[] {
  const parts: Part[] = []
  let points: [number, number][] = []
  let curved = false
  const finish = () => {
    if (points.length > 1) parts.push(describe(points, curved))
    points = []
    curved = false
  }
  for (let at = 0; at < path.length;) {
    const operator = path[at] ?? close
    const length = coordinates[operator] ?? 0
    if (operator === move) finish()
    if (operator === cubic || operator === quadratic) curved = true
    for (let index = 1; index < length; index += 2) points.push([path[at + index] ?? 0, path[at + index + 1] ?? 0])
    at += 1 + length
    if (parts.length > maxParts) return [{ corners: bounds, rectangle: false }]
  }
  finish()
  return parts
}

function describe(points: readonly [number, number][], curved: boolean): Part {
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  const corners = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] as const
  const [left, low, right, high] = corners
  const atCorner = ([x, y]: [number, number]) => (x === left || x === right) && (y === low || y === high)
  return { corners, rectangle: !curved && points.length >= 4 && points.length <= 5 && points.every(atCorner) }
}
