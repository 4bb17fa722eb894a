import { routes } from '#web/platform/paths.ts'

/** The reference of the reset link that opened the page. */
let link: string | undefined

/**
 * Removes the reference of a reset link from the URL before anything else runs: the URL is stored in the history and
 * visible on the screen.
 */
export function extractResetLink() {
  const { pathname, search } = window.location
  const reference = new URLSearchParams(search).get('ref')
  if (pathname !== routes.forgotPassword || reference === null) return
  link = reference
  window.history.replaceState(window.history.state, '', pathname)
}

/** Returns the reference of the reset link once. */
export function consumeResetLink() {
  const reference = link
  link = undefined
  return reference
}
