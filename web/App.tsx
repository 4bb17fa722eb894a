import { DirectionContext, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { buildQueryClient } from '#web/api/query.ts'
import { themeChoice, useChoice } from '#web/choices.ts'
import { currentSession, subscribeToSession, useSession } from '#web/session/session.ts'
import { Unreachable } from '#web/session/Unreachable.tsx'
import { Toaster } from '#web/shell/Toaster.tsx'
import { showAnswer } from '#web/shell/toasts.ts'
import { directionOf, useLanguage, useStrings } from '#web/strings/strings.ts'
import { mantineTheme, mantineVariables } from '#web/styles/theme.ts'
import { FullScreenSpinner } from '#web/ui/Spinner.tsx'
import { buildRouter } from './routes.tsx'

const queryClient = buildQueryClient(showAnswer)
const router = buildRouter()
followWhoIsHere()

export function App() {
  const { toasts } = useStrings()
  return (
    <Look>
      <QueryClientProvider client={queryClient}>
        <ForSession />
      </QueryClientProvider>
      <Toaster label={toasts.label} close={toasts.close} />
    </Look>
  )
}

/** The theme, the language and the direction of reading, for the page and for Mantine. */
function Look({ children }: { children: ReactNode }) {
  const theme = useChoice(themeChoice)
  const language = useLanguage()
  const dir = directionOf(language)

  useEffect(() => {
    const root = document.documentElement
    root.dataset['theme'] = theme
    root.lang = language
    root.dir = dir
  }, [theme, language, dir])

  return (
    <DirectionContext value={{ dir, ...fixed }}>
      <MantineProvider
        theme={mantineTheme}
        cssVariablesResolver={mantineVariables}
        forceColorScheme={theme === 'dark' ? 'dark' : 'light'}
      >
        {children}
      </MantineProvider>
    </DirectionContext>
  )
}

/** The direction follows the language and is set nowhere else. */
const fixed = { toggleDirection: () => undefined, setDirection: () => undefined }

function ForSession() {
  const session = useSession()
  const { session: words } = useStrings()
  if (session.at === 'unknown') return <FullScreenSpinner label={words.restoring} />
  if (session.at === 'unreachable') return <Unreachable message={session.message} />
  return <RouterProvider router={router} />
}

/** When one person follows another, what was read is forgotten and the guards of the routes are asked again. */
function followWhoIsHere() {
  let before: string | undefined
  subscribeToSession(() => {
    const session = currentSession()
    // Nobody is known yet, so nobody is sent away yet.
    if (session.at === 'unknown' || session.at === 'unreachable') return
    const now = session.at === 'signed-in' ? session.decoded.user.email : ''
    const isAnother = before !== undefined && before !== now
    before = now
    if (!isAnother) return
    queryClient.clear()
    void router.invalidate()
  })
}
