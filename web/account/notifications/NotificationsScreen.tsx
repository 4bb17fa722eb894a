import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { failureOf } from '#web/platform/api/query.ts'
import { routes } from '#web/platform/paths.ts'
import { notificationsWords } from '#web/platform/strings/notificationsWords.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { classes } from '#web/ui/classes.ts'
import column from '#web/ui/column.module.css'
import { Pager } from '#web/ui/Pager.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import { PlaceSpinner } from '#web/ui/Spinner.tsx'
import { EmptyState, ErrorState } from '#web/ui/States.tsx'
import { PageHeading } from '#web/ui/Text.tsx'
import { NotificationList } from './NotificationList.tsx'
import { type Looking, readLooking, writeLooking } from './notificationsUrl.ts'
import { useMarkRead, useNewest, useNotificationsPage } from './useNotifications.ts'
import styles from './NotificationsScreen.module.css'

/** Everything that one was told of, page by page, the newest first. */
export function NotificationsScreen() {
  const words = notificationsWords[useLanguage()]
  const looking = readLooking(useSearch({ strict: false }))
  const navigate = useNavigate()
  const look = (other: Partial<Looking>) =>
    void navigate({ to: routes.notifications, search: writeLooking({ ...looking, page: 1, ...other }) })
  return (
    <div className={classes(column.column, column.narrow)}>
      <div className={styles.head}>
        <PageHeading>{words.title}</PageHeading>
        <ReadAll />
      </div>
      <div className={styles.choice}>
        <Segments
          name="only"
          legend={words.which}
          value={looking.only}
          options={[
            { value: 'all', label: words.all },
            { value: 'unread', label: words.unread },
          ]}
          onChoose={(only) => look({ only })}
        />
      </div>
      <Told looking={looking} onPage={(page) => look({ page })} />
    </div>
  )
}

/** Up to the newest that is known here: what comes at this moment stays unread. */
function ReadAll() {
  const words = notificationsWords[useLanguage()]
  const { data } = useNewest()
  const { busy, markRead } = useMarkRead()
  const until = data?.data[0]?.id
  return (
    <Button
      variant="soft"
      size="sm"
      icon="check"
      loading={busy}
      disabled={until === undefined || data?.unread === 0}
      onClick={() => {
        if (until !== undefined) void markRead({ until })
      }}
    >
      {words.readAll}
    </Button>
  )
}

function Told({ looking, onPage }: { looking: Looking; onPage: (page: number) => void }) {
  const { actions, page, pager } = useStrings()
  const words = notificationsWords[useLanguage()]
  const asked = useNotificationsPage(looking)
  if (asked.isPending) return <PlaceSpinner label={page.loading} />
  if (asked.isError) {
    const failure = failureOf(asked.error)
    // The last of this page was read, here or on another device.
    if (failure?.code === 'page-past-end')
      return <Navigate to={routes.notifications} search={writeLooking({ ...looking, page: 1 })} replace />
    return (
      <ErrorState
        title={words.failed}
        message={failure?.Message ?? ''}
        retryLabel={actions.retry}
        onRetry={() => void asked.refetch()}
        retrying={asked.isFetching}
      />
    )
  }
  const { data, pages } = asked.data
  if (data.length === 0)
    return <EmptyState icon="bell" title={looking.only === 'unread' ? words.emptyUnread : words.empty} />
  return (
    <>
      <Card className={styles.list ?? ''}>
        <NotificationList told={data} />
      </Card>
      {pages > 1 && <Pager page={looking.page} pages={pages} onPage={onPage} strings={pager} />}
    </>
  )
}
