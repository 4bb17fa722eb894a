import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { connect } from '#web/platform/api/client.ts'
import { languagePreference } from '#web/platform/preferences/preferences.ts'
import { clearCodeSteps, extractLink } from '#web/account/auth/stepReferences.ts'
import { currentSocketId, maintainLiveConnection } from '#web/platform/live/live.ts'
import { keepSessionAlive, restoreWhenReachable } from '#web/platform/session/keepSessionAlive.ts'
import {
  currentToken,
  onSignOut,
  reloadPermissions,
  renewToken,
  syncTabs,
  restoreSession,
  sessionEnded,
} from '#web/platform/session/session.ts'
import { showToast } from '#web/platform/toasts/toasts.tsx'
import { activeLanguage, currentStrings, loadPreferredStrings, loadStrings } from '#web/platform/strings/strings.ts'
import { startThaanaKeyboard } from '#web/platform/typing/thaanaKeyboard.ts'
import { eraseDrafts } from '#web/registry/form/eraseDrafts.ts'
import { App } from './App.tsx'

// Dialogs hide the scroll bar of the page by a style element, which the Content Security Policy allows by this nonce.
setNonce(document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.nonce ?? '')
const reportSessionEnd = () => showToast('caution', currentStrings().session.ended)
connect({
  token: currentToken,
  renewToken,
  language: activeLanguage,
  socketId: currentSocketId,
  sessionEnded: (token) => {
    if (sessionEnded(token)) reportSessionEnd()
  },
  permissionMissing: () => void reloadPermissions(),
})
extractLink()
onSignOut(eraseDrafts)
onSignOut(async () => clearCodeSteps())
syncTabs(reportSessionEnd)
keepSessionAlive()
restoreWhenReachable()
maintainLiveConnection()
startThaanaKeyboard()
void restoreSession()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root: was index.html changed?')

// The first render is in the preferred language, if its strings can be loaded.
void loadStrings(languagePreference.get())
  .catch(loadPreferredStrings)
  .then(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
