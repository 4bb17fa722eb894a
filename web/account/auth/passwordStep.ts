/**
 * The reference that authorizes setting a new password: from a reset link, or from a log-in that requires one. It is a
 * credential, so it is never in the URL; it is in session storage: it survives a reload and ends with the tab.
 */
const key = 'passwordStep'
let step: string | undefined

export function storePasswordStep(reference: string) {
  step = reference
  try {
    sessionStorage.setItem(key, reference)
  } catch {
    // Stored in memory only.
  }
}

export function readPasswordStep(): string | undefined {
  try {
    return step ?? sessionStorage.getItem(key) ?? undefined
  } catch {
    return step
  }
}

export function clearPasswordStep() {
  step = undefined
  try {
    sessionStorage.removeItem(key)
  } catch {
    // There was nothing to remove.
  }
}
