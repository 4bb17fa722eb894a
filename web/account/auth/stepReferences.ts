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
