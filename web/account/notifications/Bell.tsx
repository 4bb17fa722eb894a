import { Popover } from '@mantine/core'
import { type Ref, Suspense, useState } from 'react'
import type { NotificationsAnswer } from '#shared/calls/notifications.ts'
import { notificationStrings } from '#web/platform/strings/notificationStrings.ts'
import { useLanguage } from '#web/platform/strings/strings.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { SectionSpinner } from '#web/ui/Spinner.tsx'
import { VisuallyHidden } from '#web/ui/Text.tsx'
import { lazyWithRetry } from '#web/ui/lazyWithRetry.ts'
import { noticeOf } from './notice.ts'
import { useLiveNotifications, useNewest } from './useNotifications.ts'
import styles from './Bell.module.css'

const BellPanel = lazyWithRetry(() => import('./BellPanel.tsx'), 'BellPanel')

type Props = { isOpenAtFirst: boolean; ref: Ref<HTMLButtonElement> }

/** The bell button with the number of unread notifications, and a panel with the newest. */
export function Bell({ isOpenAtFirst, ref }: Props) {
  const strings = notificationStrings[useLanguage()]
  const newest = useNewest()
  const [opened, setOpened] = useState(isOpenAtFirst)
  useLiveNotifications(newest.data?.channel)
  const unread = newest.data?.unread ?? 0
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" offset={12} width={340} trapFocus returnFocus>
      <div className={styles.anchor}>
        <Popover.Target>
          <IconButton
            ref={ref}
            on="chrome"
            icon="bell"
            label={strings.bell(unread)}
            onClick={() => setOpened(!opened)}
          />
        </Popover.Target>
        {unread > 0 && (
          <span className={styles.badge} aria-hidden="true">
            <bdi dir="ltr">{unread > maxBadgeCount ? `${maxBadgeCount}+` : unread}</bdi>
          </span>
        )}
        <ArrivalAnnouncement answer={newest.data} />
      </div>
      <Popover.Dropdown className={styles.panel} aria-label={strings.title}>
        <Suspense fallback={<SectionSpinner label={strings.title} />}>
          <BellPanel newest={newest} onClose={() => setOpened(false)} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}

/** The highest number on the badge; the label of the bell has the exact number. */
const maxBadgeCount = 99

/** Announces new notifications to screen readers. */
function ArrivalAnnouncement({ answer }: { answer: NotificationsAnswer | undefined }) {
  const language = useLanguage()
  const first = answer?.data[0]
  const [lastId, setLastId] = useState<number>()
  const [hasNews, setNews] = useState(false)
  const id = answer && (first?.id ?? 0)
  if (id !== undefined && id !== lastId) {
    setLastId(id)
    setNews(lastId !== undefined && id > lastId)
  }
  const notice = hasNews && first && !first.read ? noticeOf(first, language) : undefined
  return (
    <span role="status" aria-live="polite">
      <VisuallyHidden>
        {notice && notificationStrings[language].arrived(`${notice.title}, ${notice.desc}`)}
      </VisuallyHidden>
    </span>
  )
}
