import { DirectionContext, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { Mode } from '#shared/resource/fieldState.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { resources } from '#shared/resources/index.ts'
import { connect } from '#web/api/client.ts'
import { buildQueryClient } from '#web/api/query.ts'
import { languageChoice, themeChoice } from '#web/choices.ts'
import { FormDialog } from '#web/resource/FormDialog.tsx'
import { currentSocketId } from '#web/live/live.ts'
import { currentToken, restoreSession, sessionEnded, useSession } from '#web/session/session.ts'
import { Toaster } from '#web/shell/Toaster.tsx'
import { showAnswer } from '#web/shell/toasts.ts'
import { directionOf, stringsOf } from '#web/strings/strings.ts'
import { mantineTheme, mantineVariables } from '#web/styles/theme.ts'
import { GridStage } from './GridStage.tsx'
import { staged } from './resources.ts'

/**
 * One form of one resource, on the real server: `?resource=courts&mode=Update&id=1`. The lists have tests of their own;
 * here is their grid alone, for the benchmark: `?grid=100000`.
 */
const asked = new URLSearchParams(location.search)
const all: readonly Resource[] = [...resources, ...staged]
const resource = all.find(({ name }) => name === asked.get('resource'))
const language = languageChoice.get()
const dir = directionOf(language)
document.documentElement.lang = language
document.documentElement.dir = dir
document.documentElement.dataset['theme'] = themeChoice.get()

connect({
  token: currentToken,
  language: languageChoice.get,
  socketId: currentSocketId,
  sessionEnded: (token) => void sessionEnded(token),
})
void restoreSession()

function Stage() {
  const session = useSession()
  const [isOpen, setOpen] = useState(true)
  const [isExpired, setExpired] = useState(false)
  const id = asked.get('id')
  const { toasts } = stringsOf(language)
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
      <Toaster label={toasts.label} close={toasts.close} />
    </main>
  )
}

const rootRoute = createRootRoute({
  component: () =>
    asked.has('grid') ? <GridStage count={Number(asked.get('grid'))} isPlain={asked.has('plain')} /> : <Stage />,
})
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
        forceColorScheme={themeChoice.get() === 'dark' ? 'dark' : 'light'}
      >
        <QueryClientProvider client={buildQueryClient(showAnswer)}>
          <RouterProvider router={router as never} />
        </QueryClientProvider>
      </MantineProvider>
    </DirectionContext>,
  )
