import { Suspense, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useStrings } from '#web/platform/strings/strings.ts'
import { lazyWithRetry } from '#web/ui/lazyWithRetry.ts'
import { useNetworkIdle } from '#web/ui/useNetworkIdle.ts'
import { firstToast } from './toasts.ts'
import styles from './toasts.module.css'

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
