type Place = { at: number; count: number; rightToLeft: boolean }

/** Where a key leads among so many tools; undefined when it is none of the keys that lead. */
export function stepOf(key: string, { at, count, rightToLeft }: Place): number | undefined {
  const forward = rightToLeft ? -1 : 1
  const steps: Record<string, number> = {
    ArrowRight: at + forward,
    ArrowLeft: at - forward,
    Home: 0,
    End: count - 1,
  }
  const next = Object.hasOwn(steps, key) ? steps[key] : undefined
  return next === undefined ? undefined : (next + count) % count
}
