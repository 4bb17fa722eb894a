import type { Editor } from '@tiptap/core'
import { createContext, use } from 'react'

type PendingEdits = ReturnType<typeof createPendingEdits>

/** The editors of a form, which report what is typed when the typing pauses. */
export function createPendingEdits() {
  const reports = new Set<() => void>()
  return {
    /** Returns a function that removes the editor. */
    register: (report: () => void) => {
      reports.add(report)
      return () => {
        reports.delete(report)
      }
    },
    /** Lets every editor report now what it has not reported yet. */
    flush: () => {
      for (const report of reports) report()
    },
  }
}

const Context = createContext(createPendingEdits())
export const PendingEditsProvider = Context.Provider

/** The registry of the form around an editor. */
export const usePendingEdits = () => use(Context)

type Reporting = {
  pendingEdits: PendingEdits
  /** How long no key is pressed before the typing counts as paused. */
  pause_ms: number
  report: () => void
  blur: () => void
}

/** Reports a pause in the typing of an editor and the end of it, earlier if the form asks. Returns how to stop, which reports the rest. */
export function reportTyping(editor: Editor, { pendingEdits, pause_ms, report, blur }: Reporting) {
  let timer = 0
  const reportLater = () => {
    window.clearTimeout(timer)
    timer = window.setTimeout(report, pause_ms)
  }
  const reportNow = () => {
    window.clearTimeout(timer)
    report()
    blur()
  }
  const reportPending = () => {
    window.clearTimeout(timer)
    if (!editor.isDestroyed) report()
  }
  const unregister = pendingEdits.register(reportPending)
  editor.on('update', reportLater).on('blur', reportNow)
  return () => {
    editor.off('update', reportLater).off('blur', reportNow)
    unregister()
    reportPending()
  }
}
