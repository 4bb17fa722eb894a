import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { isDhivehi } from '#shared/text/language.ts'
import { Icon, type IconName } from '#web/ui/icons.tsx'
import type { Tone } from '#web/ui/Alert.tsx'
import { classes } from '#web/ui/classes.ts'
import { type Toast, toasts } from './toastStore.ts'
import styles from './Toaster.module.css'

type Labels = { label: string; close: string }

/** The corner of messages. It is there before the first of them comes, so that they are read out. */
export function Toaster({ label, close }: Labels) {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.get)
  return createPortal(
    // Top right in both directions of reading: the corner itself is always left to right.
    <section className={styles.corner} dir="ltr" aria-label={label} aria-live="polite">
      {shown.map((toast) => (
        <Message key={toast.id} toast={toast} close={close} />
      ))}
    </section>,
    document.body,
  )
}

const iconOf: Record<Tone, IconName> = { good: 'circle-check', bad: 'circle-x', caution: 'alert', note: 'info' }

function Message({ toast: { id, tone, text, act }, close }: { toast: Toast; close: string }) {
  const dhivehi = isDhivehi(text)
  return (
    <div
      className={classes(styles.toast, styles[tone])}
      dir={dhivehi ? 'rtl' : 'ltr'}
      lang={dhivehi ? 'dv' : 'en'}
      role={tone === 'bad' ? 'alert' : undefined}
      onPointerEnter={() => toasts.hold(id)}
      onPointerLeave={() => toasts.release(id)}
      onFocus={() => toasts.hold(id)}
      onBlur={() => toasts.release(id)}
    >
      <Icon name={iconOf[tone]} />
      <span className={styles.text}>{text}</span>
      {act && (
        <button
          type="button"
          className={styles.act}
          onClick={() => {
            toasts.close(id)
            act.run()
          }}
        >
          {act.label}
        </button>
      )}
      <button type="button" className={styles.close} aria-label={close} onClick={() => toasts.close(id)}>
        <Icon name="close" size={16} />
      </button>
    </div>
  )
}
