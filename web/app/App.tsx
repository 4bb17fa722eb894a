import { DirectionContext, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import type { DecodedToken } from '#shared/calls/auth.ts'
import { buildQueryClient, refetchUnanswered } from '#web/platform/api/query.ts'
import { subscribeToReturn } from '#web/platform/live/live.ts'
import { themePreference, usePreference } from '#web/platform/preferences/preferences.ts'
import { checkAccess, entryAt } from '#web/platform/navigation/navigation.ts'
import type { Session } from '#web/platform/session/decisions.ts'
import { currentSession, restoreSession, subscribeToSession, useSession } from '#web/platform/session/session.ts'
import { currentStrings, directionOf, useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { Toaster, showAnswer, showToast } from '#web/platform/toasts/toasts.tsx'
import { FullScreenSpinner } from '#web/ui/Spinner.tsx'
import { ErrorState } from '#web/ui/States.tsx'
import { mantineTheme } from '#web/ui/styles/theme.ts'
import { buildRouter } from './routes.tsx'
import styles from './Unreachable.module.css'

const queryClient = buildQueryClient(showAnswer)
const router = buildRouter()
resetOnUserChange()
// The browser is online all the while: only the live connection notices that the server is back.
subscribeToReturn(() => void refetchUnanswered(queryClient))

export function App() {
  return (
    <Appearance>
      <QueryClientProvider client={queryClient}>
        <SessionGate />
      </QueryClientProvider>
      <Toaster />
    </Appearance>
  )
}

/** Applies the theme, the language and the direction to the page and to Mantine. */
function Appearance({ children }: { children: ReactNode }) {
  const theme = usePreference(themePreference)
  const language = useLanguage()
  const dir = directionOf(language)

  useEffect(() => {
    const root = document.documentElement
    root.dataset['theme'] = theme
    root.lang = language
    root.dir = dir
  }, [theme, language, dir])

  return (
    <DirectionContext value={{ dir, ...fixedDirection }}>
      <MantineProvider
        theme={mantineTheme}
        // The build writes the variables as CSS, without a style element.
        withCssVariables={false}
        withGlobalClasses={false}
        forceColorScheme={theme === 'dark' ? 'dark' : 'light'}
      >
        {children}
      </MantineProvider>
    </DirectionContext>
  )
}

/** The direction follows from the language and is set nowhere else. */
const fixedDirection = { toggleDirection: () => undefined, setDirection: () => undefined }

function SessionGate() {
  const session = useSession()
  const { session: strings } = useStrings()
  const changes = useUserChanges(session)
  if (session.at === 'unknown') return <FullScreenSpinner label={strings.restoring} />
  if (session.at === 'unreachable') return <Unreachable message={session.message} />
  return <RouterProvider key={changes} router={router} />
}

/**
 * How often the session of one user was replaced by that of another, who has signed in in another tab: the screens start
 * again then, so that no user saves what another has typed.
 */
function useUserChanges(session: Session): number {
  const user = session.at === 'signed-in' ? session.decoded.user.id : undefined
  const [{ of, changes }, setState] = useState({ of: user, changes: 0 })
  if (user !== of) setState({ of: user, changes: of === undefined || user === undefined ? changes : changes + 1 })
  return changes
}

/**
 * When the user changes, cached queries are dropped. The route guards run again then, and when the permissions of the
 * user change.
 */
function resetOnUserChange() {
  let previous: SignedIn | undefined
  subscribeToSession(() => {
    const session = currentSession()
    // The user is not known yet.
    if (session.at === 'unknown' || session.at === 'unreachable') return
    const current = session.at === 'signed-in' ? signedIn(session.decoded) : { email: '', permissions: [] }
    const before = previous
    previous = current
    if (!before) return
    if (before.email !== current.email) {
      queryClient.clear()
      void router.invalidate()
    } else if (before.permissions.join() !== current.permissions.join())
      void applyPermissions(before.permissions.some((one) => !current.permissions.includes(one)))
  })
}

/** Runs the route guards again. A page that they close would otherwise vanish, with a form in it, without a word. */
async function applyPermissions(areFewer: boolean) {
  const { pathname } = router.state.location
  await router.invalidate()
  const session = currentSession()
  const entry = entryAt(pathname, session)
  if (areFewer && entry && checkAccess(session, entry) !== 'allowed')
    showToast('bad', currentStrings().session.permissionsChanged)
}

type SignedIn = ReturnType<typeof signedIn>

const signedIn = ({ user, abilities }: DecodedToken) => ({ email: user.email, permissions: abilities })

/** There is a token, but the server could not be reached to verify it. */
function Unreachable({ message }: { message: string }) {
  const { session: strings, actions } = useStrings()
  const [retrying, setRetrying] = useState(false)
  const retry = async () => {
    setRetrying(true)
    await restoreSession()
    setRetrying(false)
  }
  return (
    <main className={styles.screen}>
      <ErrorState
        isPage
        title={strings.unreachable}
        message={message}
        retryLabel={actions.retry}
        retrying={retrying}
        onRetry={() => void retry()}
      />
    </main>
  )
}
