/**
 * The share of right words and lines at a probability of the net, as points of a curve that rises: measured with
 * `npm run bench -- ocr` on a family of typefaces that the measured net never saw (docs/notes/0100-line-recognizer.md).
 */
const curves: Record<'word' | 'line', readonly (readonly [number, number])[]> = {
  word: [
    [0, 0],
    [0.45, 0.33],
    [0.6, 0.45],
    [0.75, 0.7],
    [0.85, 0.77],
    [0.92, 0.9],
    [0.97, 0.965],
    [0.99, 0.99],
    [1, 1],
  ],
  line: [
    [0, 0],
    [1, 1],
  ],
}

/** The probability that a word or a line is right, from what the net says of it. */
export function calibrated(kind: 'word' | 'line', probability: number): number {
  const curve = curves[kind]
  const next = curve.findIndex(([x]) => x >= probability)
  const [x1, y1] = curve[next] ?? [1, 1]
  const [x0, y0] = curve[next - 1] ?? [x1, y1]
  return x1 === x0 ? y1 : y0 + ((y1 - y0) * (probability - x0)) / (x1 - x0)
}
