import { routes } from '#web/platform/paths.ts'

/** The reference of a link in a letter. */
let link: string | undefined

/**
 * Takes the reference of a letter's link out of the address, before anything else is done with it: what stands in the
 * address is in the history, and may be shown to whoever looks at the screen.
 */
export function takeResetLink() {
  const { pathname, search } = window.location
  const reference = new URLSearchParams(search).get('ref')
  if (pathname !== routes.forgotPassword || reference === null) return
  link = reference
  window.history.replaceState(window.history.state, '', pathname)
}

/** The link that was followed to come here, once. */
export function spendResetLink() {
  const reference = link
  link = undefined
  return reference
}
