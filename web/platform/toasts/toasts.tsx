import { Suspense, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Answer } from '#shared/calls/answer.ts'
import { sentencesOf } from '#web/platform/api/problems.ts'
import type { Tone } from '#web/ui/Alert.tsx'
import { loadWithRetry, lazyWithRetry, useNetworkIdle } from '#web/ui/lazyWithRetry.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import type { ToastAction } from './ToastList.tsx'
import styles from './toasts.module.css'

let start: () => void
/** Resolves on the first toast: the toast components are loaded then, unless they were loaded when the network was idle. */
const firstToast = new Promise<void>((resolve) => {
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

/** Shows the outcome of an action as toasts: `done` if it succeeded, else the messages of its answer. */
export function showOutcome(answer: Answer, done: string) {
  if (answer.Status === 'success') showToast('good', done)
  else showAnswer(answer)
}

const ToastList = lazyWithRetry<'ToastList', object>(() => import('./ToastList.tsx'), 'ToastList')

/** The container of the toasts: a live region, which must exist before the first toast to be announced. */
export function Toaster() {
  const { toasts } = useStrings()
  const isNetworkIdle = useNetworkIdle()
  const [isRequested, setRequested] = useState(false)
  useEffect(() => {
    void firstToast.then(() => setRequested(true))
  }, [])
  return createPortal(
    // Top right in both reading directions: the container is always left-to-right.
    <section className={styles.corner} dir="ltr" aria-label={toasts.label} aria-live="polite">
      <Suspense>{(isNetworkIdle || isRequested) && <ToastList />}</Suspense>
    </section>,
    document.body,
  )
}
