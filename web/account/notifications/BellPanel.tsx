import type { UseQueryResult } from '@tanstack/react-query'
import type { NotificationsAnswer } from '#shared/calls/notifications.ts'
import { failureOf } from '#web/platform/api/query.ts'
import { TextLink } from '#web/platform/navigation/links.tsx'
import { notificationStrings } from '#web/platform/strings/notificationStrings.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { SectionSpinner } from '#web/ui/Spinner.tsx'
import { EmptyState, ErrorState } from '#web/ui/States.tsx'
import { NotificationList } from './NotificationList.tsx'
import { notificationSettings } from './settings.ts'
import styles from './Bell.module.css'

type Props = { newest: UseQueryResult<NotificationsAnswer>; onClose: () => void }

/** The panel of the newest notifications, with a link to all. */
export function BellPanel({ newest, onClose }: Props) {
  const strings = notificationStrings[useLanguage()]
  const { height, enableViewAll, notificationPage } = notificationSettings
  return (
    <>
      <div className={styles.head}>
        <h2 className={styles.title}>{strings.title}</h2>
        {enableViewAll && (
          <TextLink to={notificationPage} onClick={onClose}>
            {strings.viewAll}
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
  const strings = notificationStrings[useLanguage()]
  if (newest.isPending) return <SectionSpinner label={page.loading} />
  // What was fetched before stays when it cannot be fetched again.
  if (newest.data === undefined)
    return (
      <ErrorState
        title={strings.failed}
        message={failureOf(newest.error)?.Message ?? ''}
        retryLabel={actions.retry}
        onRetry={() => void newest.refetch()}
        retrying={newest.isFetching}
      />
    )
  const { data } = newest.data
  if (data.length === 0) return <EmptyState icon="bell" title={strings.empty} />
  return <NotificationList notifications={data} onOpened={onClose} />
}
