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

/** Returns the reference of the link once. */
export function consumeLink() {
  const reference = link
  link = undefined
  return reference
}
