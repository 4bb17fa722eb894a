import { Suspense, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useStrings } from '#web/platform/strings/strings.ts'
import { lazyWithRetry } from '#web/ui/lazyWithRetry.ts'
import { useNetworkIdle } from '#web/ui/useNetworkIdle.ts'
import { firstToast } from './toasts.ts'
import styles from './toasts.module.css'

const ToastList = lazyWithRetry<'ToastList', object>(() => import('./ToastList.tsx'), 'ToastList')

/** The corner of toasts: a live region that is in the page before the first of them comes, so that they are read out. */
export function Toaster() {
  const { toasts } = useStrings()
  const isAtRest = useNetworkIdle()
  const [isNeeded, setNeeded] = useState(false)
  useEffect(() => {
    void firstToast.then(() => setNeeded(true))
  }, [])
  return createPortal(
    // Top right in both directions of reading: the corner itself is always left to right.
    <section className={styles.corner} dir="ltr" aria-label={toasts.label} aria-live="polite">
      <Suspense>{(isAtRest || isNeeded) && <ToastList />}</Suspense>
    </section>,
    document.body,
  )
}
