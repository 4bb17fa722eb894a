/**
 * The reference that allows a new password to be chosen: from a link in a letter, or from a log-in that asks for one.
 * It opens a door, so it never stands in an address; it outlives a reload and goes with the tab.
 */
const key = 'passwordStep'
let step: string | undefined

export function keepPasswordStep(reference: string) {
  step = reference
  try {
    sessionStorage.setItem(key, reference)
  } catch {
    // Kept in memory only.
  }
}

export function readPasswordStep(): string | undefined {
  try {
    return step ?? sessionStorage.getItem(key) ?? undefined
  } catch {
    return step
  }
}

export function forgetPasswordStep() {
  step = undefined
  try {
    sessionStorage.removeItem(key)
  } catch {
    // There was nothing to remove.
  }
}
