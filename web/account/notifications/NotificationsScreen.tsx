import { useState } from 'react'
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { failureOf } from '#web/platform/api/query.ts'
import { routes } from '#web/platform/paths.ts'
import { notificationStrings } from '#web/platform/strings/notificationStrings.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { classes } from '#web/ui/classes.ts'
import column from '#web/ui/column.module.css'
import { Pager } from '#web/ui/Pager.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import { SectionSpinner } from '#web/ui/Spinner.tsx'
import { EmptyState, ErrorState } from '#web/ui/States.tsx'
import { PageHeading, VisuallyHidden } from '#web/ui/Text.tsx'
import { NotificationList } from './NotificationList.tsx'
import { type NotificationsView, parseView, formatView } from './notificationsUrl.ts'
import { useSingleRun } from '#web/platform/useSingleRun.ts'
import { useMarkRead, useNewest, useNotificationsPage } from './useNotifications.ts'
import styles from './NotificationsScreen.module.css'

/** All notifications of the user, paged, newest first. */
export function NotificationsScreen() {
  const strings = notificationStrings[useLanguage()]
  const view = parseView(useSearch({ strict: false }))
  const navigate = useNavigate()
  const changeView = (changes: Partial<NotificationsView>) =>
    void navigate({ to: routes.notifications, search: formatView({ ...view, page: 1, ...changes }) })
  return (
    <div className={classes(column.column, column.narrow)}>
      <div className={styles.head}>
        <PageHeading>{strings.title}</PageHeading>
        <ReadAll />
      </div>
      <div className={styles.choice}>
        <Segments
          name="only"
          legend={strings.which}
          value={view.only}
          options={[
            { value: 'all', label: strings.all },
            { value: 'unread', label: strings.unread },
          ]}
          onChoose={(only) => changeView({ only })}
        />
      </div>
      <NotificationsPage view={view} onPage={(page) => changeView({ page })} />
    </div>
  )
}

/** Marks all as read up to the newest one loaded, so that one that arrives meanwhile stays unread. */
function ReadAll() {
  const strings = notificationStrings[useLanguage()]
  const { data } = useNewest()
  const markRead = useMarkRead()
  const { isRunning, runOnce } = useSingleRun()
  const [isDone, setDone] = useState(false)
  const until = data?.data[0]?.id
  const readAll = async () => {
    if (until === undefined) return
    setDone(false)
    setDone(await markRead({ until }))
  }
  return (
    <>
      <VisuallyHidden>
        <span role="status">{isDone && strings.allRead}</span>
      </VisuallyHidden>
      <Button
        variant="soft"
        size="sm"
        icon="check"
        loading={isRunning}
        // A disabled button would lose the focus.
        aria-disabled={until === undefined || data?.unread === 0}
        onClick={() => void runOnce(readAll)}
      >
        {strings.readAll}
      </Button>
    </>
  )
}

function NotificationsPage({ view, onPage }: { view: NotificationsView; onPage: (page: number) => void }) {
  const { actions, page, pager } = useStrings()
  const strings = notificationStrings[useLanguage()]
  const query = useNotificationsPage(view)
  if (query.isPending) return <SectionSpinner label={page.loading} />
  const failure = failureOf(query.error)
  // The last notification of this page was read, here or on another device.
  if (failure?.code === 'page-past-end')
    return <Navigate to={routes.notifications} search={formatView({ ...view, page: 1 })} replace />
  // What was fetched before stays when it cannot be fetched again.
  if (query.data === undefined)
    return (
      <ErrorState
        title={strings.failed}
        message={failure?.Message ?? ''}
        retryLabel={actions.retry}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    )
  const { data, pages } = query.data
  if (data.length === 0)
    return <EmptyState icon="bell" title={view.only === 'unread' ? strings.emptyUnread : strings.empty} />
  return (
    <>
      <Card className={styles.list ?? ''}>
        <NotificationList notifications={data} />
      </Card>
      {pages > 1 && <Pager page={view.page} pages={pages} onPage={onPage} strings={pager} />}
    </>
  )
}
