import type { Answer } from '#shared/calls/answer.ts'
import type { SecondFactor } from '#shared/calls/factors.ts'
import { readItem, removeItem, writeItem } from '#web/platform/safeStorage.ts'
import { routes } from '#web/platform/paths.ts'

/** The pages that the links of e-mails lead to. */
const linkPaths: readonly string[] = [routes.forgotPassword, routes.confirmEmail, routes.revertEmail]

/** The reference of the link that opened the page. */
let link: string | undefined

/**
 * Removes the reference of a link from the URL before anything else runs: the URL is stored in the history and visible
 * on the screen.
 */
export function extractLink() {
  const { pathname, search } = window.location
  const reference = new URLSearchParams(search).get('ref')
  if (!linkPaths.includes(pathname) || reference === null) return
  link = reference
  window.history.replaceState(window.history.state, '', pathname)
}

export const hasLink = () => link !== undefined

/** Returns the reference of the link once. */
export function consumeLink() {
  const reference = link
  link = undefined
  return reference
}

/**
 * The reference that authorizes setting a new password: from a reset link, or from a log-in that requires one. It is a
 * credential, so it is never in the URL; it is in session storage: it survives a reload and ends with the tab.
 */
const storageKey = 'passwordStep'
let step: string | undefined

export function storePasswordStep(reference: string) {
  step = reference
  writeItem('sessionStorage', storageKey, reference)
}

export const readPasswordStep = (): string | undefined => step ?? readItem('sessionStorage', storageKey) ?? undefined

export function clearPasswordStep() {
  step = undefined
  removeItem('sessionStorage', storageKey)
}

/**
 * A step that asks for a code: of a registration, or the second of a log-in. In session storage it survives a reload, as when
 * a phone unloads the tab while the user reads the e-mail; the password is never stored.
 */
export type CodeStepReference = { email: string; reference: string; methods?: readonly SecondFactor[] }
type CodeStepKey = 'registrationStep' | 'loginStep'

export const storeCodeStep = (key: CodeStepKey, reference: CodeStepReference) =>
  void writeItem('sessionStorage', key, JSON.stringify(reference))

/** Undefined when nothing is stored, or what another version stored. */
export function readCodeStep(key: CodeStepKey): CodeStepReference | undefined {
  try {
    const stored: unknown = JSON.parse(readItem('sessionStorage', key) ?? 'null')
    return isCodeStep(stored) ? stored : undefined
  } catch {
    return undefined
  }
}

const isCodeStep = (stored: unknown): stored is CodeStepReference =>
  typeof stored === 'object' &&
  stored !== null &&
  'email' in stored &&
  typeof stored.email === 'string' &&
  'reference' in stored &&
  typeof stored.reference === 'string' &&
  (!('methods' in stored) || Array.isArray(stored.methods))

/** The step cannot be continued. */
export const hasCodeEnded = (answer: Answer) => answer.Status === 'error' && answer.code === 'code-ended'

/** Neither step is of use once there is a session, and none is left to the next user of the tab. */
export function clearCodeSteps() {
  removeItem('sessionStorage', 'registrationStep')
  removeItem('sessionStorage', 'loginStep')
}
