import type { UseQueryResult } from '@tanstack/react-query'
import type { NotificationsAnswer } from '#shared/calls/notifications.ts'
import { failureOf } from '#web/platform/api/query.ts'
import { TextLink } from '#web/platform/navigation/links.tsx'
import { notificationsWords } from '#web/platform/strings/notificationsWords.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { PlaceSpinner } from '#web/ui/Spinner.tsx'
import { EmptyState, ErrorState } from '#web/ui/States.tsx'
import { NotificationList } from './NotificationList.tsx'
import { notificationSettings } from './settings.ts'
import styles from './Bell.module.css'

type Props = { newest: UseQueryResult<NotificationsAnswer>; onClose: () => void }

/** The newest notifications under the bell, and the way to all of them. */
export function BellPanel({ newest, onClose }: Props) {
  const words = notificationsWords[useLanguage()]
  const { height, enableViewAll, notificationPage } = notificationSettings
  return (
    <>
      <div className={styles.head}>
        <h2 className={styles.title}>{words.title}</h2>
        {enableViewAll && (
          <TextLink to={notificationPage} onClick={onClose}>
            {words.viewAll}
          </TextLink>
        )}
      </div>
      <div className={styles.body} style={{ blockSize: height }}>
        <Content newest={newest} onClose={onClose} />
      </div>
    </>
  )
}

function Content({ newest, onClose }: Props) {
  const { actions, page } = useStrings()
  const words = notificationsWords[useLanguage()]
  if (newest.isPending) return <PlaceSpinner label={page.loading} />
  if (newest.isError)
    return (
      <ErrorState
        title={words.failed}
        message={failureOf(newest.error)?.Message ?? ''}
        retryLabel={actions.retry}
        onRetry={() => void newest.refetch()}
        retrying={newest.isFetching}
      />
    )
  const { data } = newest.data
  if (data.length === 0) return <EmptyState icon="bell" title={words.empty} />
  return <NotificationList told={data} onOpened={onClose} />
}
