import type { Answer } from '#shared/calls/answer.ts'
import { sentencesOf } from '#web/platform/api/problems.ts'
import type { Tone } from '#web/ui/Alert.tsx'
import { loadWithRetry } from '#web/ui/lazyWithRetry.ts'
import type { ToastAction } from './ToastList.tsx'

let start: () => void
/** Resolves with the first toast: what draws toasts is loaded then, unless the page has loaded it at rest. */
export const firstToast = new Promise<void>((resolve) => {
  start = resolve
})

/** Shows a toast in the corner, and what can be done about it. */
export function showToast(tone: Tone, text: string, action?: ToastAction) {
  start()
  void loadWithRetry(() => import('./ToastList.tsx')).then(({ openToast }) => openToast(tone, text, action))
}

/** Shows what an answer has to say, once: each sentence about a field, else its own. */
export function showAnswer(answer: Answer) {
  const tone = answer.Status === 'success' ? 'good' : 'bad'
  for (const sentence of sentencesOf(answer)) showToast(tone, sentence)
}
