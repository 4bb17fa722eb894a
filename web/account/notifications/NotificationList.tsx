import { useNavigate } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import type { Notification } from '#shared/calls/notifications.ts'
import { notificationStrings } from '#web/platform/strings/notificationStrings.ts'
import { useLanguage } from '#web/platform/strings/strings.ts'
import { Moment, useNow } from '#web/platform/time/Moment.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icons.tsx'
import { Isolated, VisuallyHidden } from '#web/ui/Text.tsx'
import { type Notice, noticeOf } from './notice.ts'
import { useMarkRead } from './useNotifications.ts'
import tones from '#web/ui/tones.module.css'
import styles from './NotificationList.module.css'

type Props = { notifications: readonly Notification[]; onOpened?: () => void }

/** A list of notifications. Opening one marks it as read and leads to its record. */
export function NotificationList({ notifications, onOpened }: Props) {
  const language = useLanguage()
  const now = useNow()
  const navigate = useNavigate()
  const markRead = useMarkRead()

  const open = ({ id, read, link }: Notice, event: MouseEvent) => {
    if (!read) void markRead({ ids: [id] })
    // The browser handles clicks that open a new tab or window.
    if (link === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onOpened?.()
    void navigate({ href: link })
  }
  return (
    <ul className={styles.list}>
      {notifications.map((one) => {
        const notice = noticeOf(one, language)
        return (
          <li key={notice.id}>
            <Row notice={notice} now={now} onOpen={(event) => open(notice, event)} />
          </li>
        )
      })}
    </ul>
  )
}

type RowProps = { notice: Notice; now: number; onOpen: (event: MouseEvent) => void }

/** A notification without a link is a button that marks it as read. */
function Row({ notice, now, onOpen }: RowProps) {
  const className = classes(styles.row, !notice.read && styles.unread)
  const content = <Content notice={notice} now={now} />
  return notice.link === undefined ? (
    <button type="button" className={className} onClick={onOpen}>
      {content}
    </button>
  ) : (
    <a href={notice.link} className={className} onClick={onOpen}>
      {content}
    </a>
  )
}

function Content({ notice, now }: { notice: Notice; now: number }) {
  const strings = notificationStrings[useLanguage()]
  const { avatar, title, desc, createdAt, read } = notice
  return (
    <>
      <span className={classes(styles.avatar, tones[avatar.bg])}>
        <Icon name={avatar.path} size={18} />
      </span>
      <span className={styles.what}>
        {!read && <VisuallyHidden>{strings.unread}: </VisuallyHidden>}
        <span className={styles.title}>{title}</span>
        <span className={styles.desc}>
          <Isolated>{desc}</Isolated>
        </span>
        <span className={styles.at}>
          <Moment at={createdAt} now={now} />
        </span>
      </span>
      {!read && <span className={styles.dot} aria-hidden="true" />}
    </>
  )
}
