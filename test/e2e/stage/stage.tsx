import { DirectionContext, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { Mode } from '#shared/resource/fieldState.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { resources } from '#shared/resources/index.ts'
import { connect } from '#web/platform/api/client.ts'
import { buildQueryClient } from '#web/platform/api/query.ts'
import { languagePreference, themePreference } from '#web/platform/preferences/preferences.ts'
import { FormDialog } from '#web/registry/form/FormDialog.tsx'
import { currentSocketId } from '#web/platform/live/live.ts'
import { currentToken, restoreSession, sessionEnded, useSession } from '#web/platform/session/session.ts'
import { Toaster } from '#web/platform/toasts/Toaster.tsx'
import { showAnswer } from '#web/platform/toasts/toasts.ts'
import { directionOf } from '#web/platform/strings/strings.ts'
import { mantineTheme, mantineVariables } from '#web/ui/styles/theme.ts'
import { staged } from './resources.ts'

/** One form of one resource, on the real server: `?resource=courts&mode=Update&id=1`. */
const asked = new URLSearchParams(location.search)
const all: readonly Resource[] = [...resources, ...staged]
const resource = all.find(({ name }) => name === asked.get('resource'))
const language = languagePreference.get()
const dir = directionOf(language)
document.documentElement.lang = language
document.documentElement.dir = dir
document.documentElement.dataset['theme'] = themePreference.get()

connect({
  token: currentToken,
  language: languagePreference.get,
  socketId: currentSocketId,
  sessionEnded: (token) => void sessionEnded(token),
})
void restoreSession()

function Stage() {
  const session = useSession()
  const [isOpen, setOpen] = useState(true)
  const [isExpired, setExpired] = useState(false)
  const id = asked.get('id')
  if (session.at === 'unknown' || !resource) return null
  return (
    <main>
      <h1>{resource.label.many[language]}</h1>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && (
        <FormDialog
          resource={resource}
          mode={(asked.get('mode') ?? 'Create') as Mode}
          {...(id !== null && { id: Number(id) })}
          closeOnSubmit={asked.get('stays') === null}
          expired={isExpired}
          onClose={() => setOpen(false)}
        />
      )}
      <div hidden ref={(place) => place?.addEventListener('expire', () => setExpired(true))} id="expire" />
      <Toaster />
    </main>
  )
}

const rootRoute = createRootRoute({ component: Stage })
/** A form asks before its page is left, so it stands on one. */
const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory() })

const fixed = { toggleDirection: () => undefined, setDirection: () => undefined }
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <DirectionContext value={{ dir, ...fixed }}>
      <MantineProvider
        theme={mantineTheme}
        cssVariablesResolver={mantineVariables}
        forceColorScheme={themePreference.get() === 'dark' ? 'dark' : 'light'}
      >
        <QueryClientProvider client={buildQueryClient(showAnswer)}>
          <RouterProvider router={router as never} />
        </QueryClientProvider>
      </MantineProvider>
    </DirectionContext>,
  )
