import type { Answer } from '#shared/calls/answer.ts'
import { sentencesOf } from '#web/platform/api/problems.ts'
import type { Tone } from '#web/ui/Alert.tsx'
import { loadWithRetry } from '#web/ui/lazyWithRetry.ts'
import type { ToastAction } from './ToastList.tsx'

let start: () => void
/** Resolves on the first toast: the toast components are loaded then, unless they were loaded when the network was idle. */
export const firstToast = new Promise<void>((resolve) => {
  start = resolve
})

/** Shows a toast, optionally with an action. */
export function showToast(tone: Tone, text: string, action?: ToastAction) {
  start()
  void loadWithRetry(() => import('./ToastList.tsx')).then(({ openToast }) => openToast(tone, text, action))
}

/** Shows the messages of an answer as toasts: those of its fields, or its own if there are none. */
export function showAnswer(answer: Answer) {
  const tone = answer.Status === 'success' ? 'good' : 'bad'
  for (const sentence of sentencesOf(answer)) showToast(tone, sentence)
}
