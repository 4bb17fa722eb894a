/** Throws with what to look at when an assumption of the code does not hold. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(message)
}
