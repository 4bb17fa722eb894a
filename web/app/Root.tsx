import { Outlet, useLocation, useMatches, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { SignInOver } from '#web/session/SignInOver.tsx'
import { useSession } from '#web/session/session.ts'
import { useStrings } from '#web/strings/strings.ts'
import { useEntryName } from './entryName.ts'
import { entryAt, titleOf } from './navigation.ts'
import { useOwnTitle } from './pageTitle.ts'

export function Root() {
  useWindowTitle()
  useAnnouncedArrival()
  return (
    <>
      <Outlet />
      <SignInOver />
    </>
  )
}

/** The entry of what is shown: of its address, or of its route as the table writes it (`/dp/$page`). */
export function useEntry() {
  const session = useSession()
  const address = useLocation({ select: ({ pathname }) => pathname })
  const route = useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? '/' })
  return entryAt(address, session) ?? entryAt(route, session)
}

function useWindowTitle() {
  const entry = useEntry()
  const strings = useStrings()
  const own = useOwnTitle()
  const nameOf = useEntryName()
  const named = entry && (entry.title ? strings.entries[entry.title] : nameOf(entry))
  const title = titleOf(own ?? named, strings.product)

  useEffect(() => {
    document.title = title
  }, [title])
}

/** A page that is opened from another is announced: the focus goes to its heading, or to its content. */
function useAnnouncedArrival() {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return
        const target = document.querySelector('[data-page-heading]') ?? document.querySelector('main')
        if (target instanceof HTMLElement) target.focus({ preventScroll: true })
      }),
    [router],
  )
}
