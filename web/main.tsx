import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { connect } from '#web/api/client.ts'
import { languageChoice } from '#web/choices.ts'
import { takeResetLink } from '#web/entrance/resetLink.ts'
import { currentSocketId, keepLive } from '#web/live/live.ts'
import { keepSession } from '#web/session/keepSession.ts'
import { currentToken, followOtherTabs, restoreSession, sessionEnded } from '#web/session/session.ts'
import { showToast } from '#web/shell/toasts.ts'
import { bringStrings, currentStrings } from '#web/strings/strings.ts'
import { followTyping } from '#web/typing/followTyping.ts'
import { App } from './App.tsx'

connect({
  token: currentToken,
  language: languageChoice.get,
  socketId: currentSocketId,
  sessionEnded: (token) => {
    if (sessionEnded(token)) showToast('caution', currentStrings().session.ended)
  },
})
takeResetLink()
followOtherTabs()
keepSession()
keepLive()
followTyping()
void restoreSession()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root: was index.html changed?')

// The first thing that is read is in the language that was chosen, when it can be had.
void bringStrings(languageChoice.get())
  .catch(() => undefined)
  .then(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
