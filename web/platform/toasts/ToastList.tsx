import {
  hideNotification,
  type NotificationData,
  Notifications,
  notificationsStore,
  showNotification,
  updateNotification,
} from '@mantine/notifications'
import { type FocusEvent, useRef } from 'react'
import { limits } from '#shared/limits.ts'
import { isDhivehi } from '#shared/text/language/script.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import type { Tone } from '#web/ui/Alert.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon, type IconName } from '#web/ui/icons.tsx'
import { Isolated } from '#web/ui/Text.tsx'
import styles from './toasts.module.css'

/** The action of a toast, such as undo. */
export type ToastAction = { label: string; run: () => void }

/** The open toasts, newest last. All are shown at once, and cannot be dismissed by dragging or scrolling. */
export function ToastList() {
  return (
    <Notifications
      position="top-right"
      withinPortal={false}
      unstyled
      autoClose={limits.toast.visible_ms}
      limit={Infinity}
      pauseResetOnHover="notification"
      transitionDuration={0}
      notificationMaxHeight="none"
      allowDragDismiss={false}
      allowScrollDismiss={false}
      renderNotification={({ message }) => message}
    />
  )
}

let count = 0

/** Shows a toast. One that is already visible is not shown twice; with an action, the later one replaces it. */
export function openToast(tone: Tone, text: string, action?: ToastAction) {
  const existing = findToast(tone, text)
  if (text === '' || (existing !== undefined && !action)) return
  if (existing !== undefined) hideNotification(existing)
  count += 1
  const id = `${count} ${keyOf(tone, text)}`
  const dhivehi = isDhivehi(text)
  const toast: NotificationData = {
    id,
    message: <ToastBody tone={tone} text={text} action={action} onClose={() => hideNotification(id)} />,
    className: classes(styles.toast, styles[tone]),
    role: tone === 'bad' ? 'alert' : 'none',
    dir: dhivehi ? 'rtl' : 'ltr',
    lang: dhivehi ? 'dv' : 'en',
  }
  showNotification({ ...toast, ...pauseHandlers(toast) })
}

/**
 * Pauses the auto-close while the pointer or the focus is on the toast, and for `extended_ms` after. Mantine itself
 * restarts the whole time after a hover, and does not pause for the focus.
 */
function pauseHandlers(toast: NotificationData) {
  const pause = () => void updateNotification({ ...toast, autoClose: false })
  const resume = () => void updateNotification({ ...toast, autoClose: limits.toast.extended_ms })
  return { onPointerEnter: pause, onPointerLeave: resume, onFocus: pause, onBlur: resume }
}

const keyOf = (tone: Tone, text: string) => `${tone} ${text}`

function findToast(tone: Tone, text: string): string | undefined {
  const { notifications: visible, queue } = notificationsStore.getState()
  const ids = [...visible, ...queue].flatMap(({ id }) => id ?? [])
  return ids.find((id) => id.slice(id.indexOf(' ') + 1) === keyOf(tone, text))
}

const iconOf: Record<Tone, IconName> = { good: 'circle-check', bad: 'circle-x', caution: 'alert', note: 'info' }

type BodyProps = { tone: Tone; text: string; action: ToastAction | undefined; onClose: () => void }

function ToastBody({ tone, text, action, onClose }: BodyProps) {
  const { toasts } = useStrings()
  const { onFocus, returnFocus } = useFocusBefore()
  const close = () => {
    returnFocus()
    onClose()
  }
  return (
    <>
      <Icon name={iconOf[tone]} />
      <span className={styles.text}>
        <Isolated>{text}</Isolated>
      </span>
      {action && (
        <button
          type="button"
          className={styles.action}
          onFocus={onFocus}
          onClick={() => {
            close()
            action.run()
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className={styles.close} aria-label={toasts.close} onFocus={onFocus} onClick={close}>
        <Icon name="close" size={16} />
      </button>
    </>
  )
}

/** The element that had the focus before a button of the toast took it; it gets the focus back when the toast closes. */
function useFocusBefore() {
  const before = useRef<Element>(null)
  return {
    onFocus: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (relatedTarget && !currentTarget.parentElement?.contains(relatedTarget)) before.current = relatedTarget
    },
    returnFocus: () => {
      const element = before.current?.isConnected ? before.current : document.querySelector('[data-page-heading]')
      if (before.current && element instanceof HTMLElement) element.focus({ preventScroll: true })
    },
  }
}
