import { Popover } from '@mantine/core'
import { Suspense, useState } from 'react'
import type { NotificationsAnswer } from '#shared/calls/notifications.ts'
import { notificationsWords } from '#web/platform/strings/notificationsWords.ts'
import { useLanguage } from '#web/platform/strings/strings.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PlaceSpinner } from '#web/ui/Spinner.tsx'
import { Unseen } from '#web/ui/Text.tsx'
import { lazyWithRetry } from '#web/ui/lazyWithRetry.ts'
import { noticeOf } from './notice.ts'
import { useLiveNotifications, useNewest } from './useNotifications.ts'
import styles from './Bell.module.css'

const BellPanel = lazyWithRetry(() => import('./BellPanel.tsx'), 'BellPanel')

type Props = { isOpenAtFirst: boolean }

/** How many notifications are unread, and the newest of them. */
export function Bell({ isOpenAtFirst }: Props) {
  const words = notificationsWords[useLanguage()]
  const newest = useNewest()
  const [opened, setOpened] = useState(isOpenAtFirst)
  useLiveNotifications(newest.data?.channel)
  const unread = newest.data?.unread ?? 0
  return (
    <>
      <Popover opened={opened} onChange={setOpened} position="bottom-end" offset={12} width={340} trapFocus returnFocus>
        <div className={styles.place}>
          <Popover.Target>
            <IconButton on="chrome" icon="bell" label={words.bell(unread)} onClick={() => setOpened(!opened)} />
          </Popover.Target>
          {unread > 0 && (
            <span className={styles.badge} aria-hidden="true">
              {unread > most ? `${most}+` : unread}
            </span>
          )}
        </div>
        <Popover.Dropdown className={styles.panel} aria-label={words.title}>
          <Suspense fallback={<PlaceSpinner label={words.title} />}>
            <BellPanel newest={newest} onClose={() => setOpened(false)} />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
      <Arrival answer={newest.data} />
    </>
  )
}

/** More are not counted on the badge; the name of the bell says them all. */
const most = 99

/** Says aloud what has come since the page was opened. */
function Arrival({ answer }: { answer: NotificationsAnswer | undefined }) {
  const language = useLanguage()
  const first = answer?.data[0]
  const [known, setKnown] = useState<number>()
  const [hasNews, setNews] = useState(false)
  const id = answer && (first?.id ?? 0)
  if (id !== undefined && id !== known) {
    setKnown(id)
    setNews(known !== undefined && id > known)
  }
  const notice = hasNews && first && !first.read ? noticeOf(first, language) : undefined
  return (
    <span role="status" aria-live="polite">
      <Unseen>{notice && notificationsWords[language].arrived(`${notice.title}, ${notice.desc}`)}</Unseen>
    </span>
  )
}
