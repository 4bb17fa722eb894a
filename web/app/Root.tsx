import { Outlet, useLocation, useMatches, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ReauthDialog } from '#web/account/reauth/ReauthDialog.tsx'
import { type Entry, entryAt, titleOf } from '#web/platform/navigation/navigation.ts'
import { useScreenTitle } from '#web/platform/navigation/pageTitle.ts'
import { useSession } from '#web/platform/session/session.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'

export function Root() {
  useWindowTitle()
  useFocusOnNavigation()
  return (
    <>
      <Outlet />
      <ReauthDialog />
    </>
  )
}

/** The navigation entry of the current path, or of its route pattern (`/dp/$page`). */
export function useEntry() {
  const session = useSession()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const route = useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? '/' })
  return entryAt(path, session) ?? entryAt(route, session)
}

function useWindowTitle() {
  const entry = useEntry()
  const strings = useStrings()
  const screenTitle = useScreenTitle()
  const nameOf = useEntryName()
  const entryTitle = entry && (entry.title ? strings.entries[entry.title] : nameOf(entry))
  const title = titleOf(screenTitle ?? entryTitle, strings.product)

  useEffect(() => {
    document.title = title
  }, [title])
}

/**
 * Accessibility: after a navigation the focus moves to the first field of a screen that is only a form, else to the page
 * heading or to the content, so that it is announced.
 */
function useFocusOnNavigation() {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return
        const target =
          document.querySelector('main [data-autofocus]') ??
          document.querySelector('[data-page-heading]') ??
          document.querySelector('main')
        if (target instanceof HTMLElement) target.focus({ preventScroll: true })
      }),
    [router],
  )
}

/** The names of menu entries: from the menu strings, else from the label of the resource. */
export function useEntryName() {
  const language = useLanguage()
  const { entries } = useStrings()
  const names: Readonly<Record<string, string>> = entries
  return ({ name, label }: Pick<Entry, 'name' | 'label'>): string => names[name] ?? label?.[language] ?? name
}
