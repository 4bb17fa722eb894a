type FocusState = { current: number; count: number; rightToLeft: boolean }

/** The index that a key moves the focus to, cyclically; undefined for other keys. */
export function nextIndex(key: string, { current, count, rightToLeft }: FocusState): number | undefined {
  const forward = rightToLeft ? -1 : 1
  const steps: Record<string, number> = {
    ArrowRight: current + forward,
    ArrowLeft: current - forward,
    Home: 0,
    End: count - 1,
  }
  const next = Object.hasOwn(steps, key) ? steps[key] : undefined
  return next === undefined ? undefined : (next + count) % count
}
