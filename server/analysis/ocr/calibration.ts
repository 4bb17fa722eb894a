/**
 * The share of right words at a probability of the net, and of right lines at the product of their words, as points of curves
 * that rise: measured with `npm run bench -- ocr` on a family of typefaces that the measured net never saw
 * (docs/notes/0100-line-recognizer.md).
 */
const curves: Record<'word' | 'line', readonly (readonly [number, number])[]> = {
  word: [
    [0, 0],
    [0.346, 0.227],
    [0.506, 0.368],
    [0.604, 0.489],
    [0.706, 0.647],
    [0.802, 0.751],
    [0.875, 0.792],
    [0.929, 0.889],
    [0.965, 0.957],
    [0.984, 0.969],
    [0.995, 0.991],
    [0.999, 0.999],
    [1, 1],
  ],
  line: [
    [0, 0],
    [0.018, 0.033],
    [0.055, 0.048],
    [0.134, 0.19],
    [0.282, 0.4],
    [0.507, 0.69],
    [0.76, 0.895],
    [0.962, 0.924],
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
