import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { OwnSession } from '#shared/calls/auth.ts'
import { limits } from '#shared/limits.ts'
import { deviceKind, type DeviceKind, deviceName } from '#shared/text/format/device.ts'
import { post } from '#web/platform/api/client.ts'
import { unwrapAnswer } from '#web/platform/api/query.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { Moment } from '#web/platform/time/Moment.tsx'
import { showOutcome } from '#web/platform/toasts/toasts.tsx'
import { useSingleRun } from '#web/platform/useSingleRun.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { useReturnFocus } from '#web/ui/dialogs/useLazyDialog.ts'
import { Icon, type IconName } from '#web/ui/icons.tsx'
import { AccountCard } from './AccountCard.tsx'
import account from './Account.module.css'
import styles from './CardRows.module.css'

/** The user's sessions on all devices; each can be ended here. */
export function SessionsCard() {
  const { sessions: strings } = useStrings()
  return (
    <AccountCard title={strings.title} lead={strings.lead} wide query={useOwnSessions()}>
      {({ sessions, now }) => <Sessions sessions={sessions} now={now} />}
    </AccountCard>
  )
}

function Sessions({ sessions, now }: { sessions: readonly OwnSession[]; now: number }) {
  const { sessions: strings } = useStrings()
  const [pendingEnd, setPendingEnd] = useState<SessionsToEnd>()
  const { busy, end } = useEndSessions()
  const list = useRef<HTMLUListElement>(null)
  useReturnFocus(pendingEnd !== undefined, { fallback: list })
  const hasOthers = sessions.some(({ current }) => !current)

  const confirm = async () => {
    if (pendingEnd) await end(pendingEnd)
    setPendingEnd(undefined)
  }
  return (
    <>
      <ul ref={list} className={styles.list} tabIndex={-1} aria-label={strings.title}>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} now={now} onEnd={() => setPendingEnd({ id: session.id })} />
        ))}
      </ul>
      {hasOthers ? (
        <div>
          <Button variant="outline" size="sm" icon="logout" onClick={() => setPendingEnd('others')}>
            {strings.endOthers}
          </Button>
        </div>
      ) : (
        <p className={account.lead}>{strings.onlyThis}</p>
      )}
      <p className={account.lead}>{strings.most(limits.session.per_user)}</p>
      <EndConfirmation
        pendingEnd={pendingEnd}
        busy={busy}
        onCancel={() => setPendingEnd(undefined)}
        onConfirm={() => void confirm()}
      />
    </>
  )
}

type EndConfirmationProps = {
  pendingEnd: SessionsToEnd | undefined
  busy: boolean
  onCancel: () => void
  onConfirm: () => void
}

function EndConfirmation({ pendingEnd, busy, onCancel, onConfirm }: EndConfirmationProps) {
  const { sessions: strings, actions } = useStrings()
  return (
    <ConfirmDialog
      opened={pendingEnd !== undefined}
      title={pendingEnd === 'others' ? strings.endOthersTitle : strings.endTitle}
      cancelLabel={actions.cancel}
      confirmLabel={strings.end}
      danger
      busy={busy}
      onCancel={onCancel}
      onConfirm={onConfirm}
    >
      {strings.endMore}
    </ConfirmDialog>
  )
}

const queryKey = ['auth/sessions']

/** The sessions (this device first, then by last use) and the time of the answer. */
const useOwnSessions = () =>
  useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const { data } = unwrapAnswer(await post('auth/sessions', {}, { signal }))
      const sessions = data.toSorted(
        (a, b) => Number(b.current) - Number(a.current) || b.seen_at.localeCompare(a.seen_at),
      )
      return { sessions, now: Date.now() }
    },
    // Sessions begin and end on other devices at any time.
    staleTime: 0,
  })

/** The sessions to end: one, or all except this one. */
type SessionsToEnd = { id: string } | 'others'

function useEndSessions() {
  const { sessions: strings } = useStrings()
  const queries = useQueryClient()
  const { isRunning, runOnce } = useSingleRun()

  const end = async (sessions: SessionsToEnd) => {
    const answer =
      sessions === 'others' ? await post('auth/sessions/endOthers', {}) : await post('auth/sessions/end', sessions)
    await queries.invalidateQueries({ queryKey })
    showOutcome(answer, strings.ended)
  }
  return { busy: isRunning, end: (sessions: SessionsToEnd) => runOnce(() => end(sessions)) }
}

const iconOf: Record<DeviceKind, IconName> = { computer: 'computer', phone: 'phone', tablet: 'tablet' }

/** A session: device, address, and last use. */
function SessionRow({ session, now, onEnd }: { session: OwnSession; now: number; onEnd: () => void }) {
  const { sessions: strings } = useStrings()
  const name = deviceName(session.user_agent) ?? strings.unknown
  return (
    <li className={styles.row}>
      <span className={styles.icon}>
        <Icon name={iconOf[deviceKind(session.user_agent)]} size={22} />
      </span>
      <div className={styles.what}>
        <p className={styles.name}>
          <bdi>{name}</bdi>
          {session.current && <span className={styles.badge}>{strings.current}</span>}
        </p>
        <p className={styles.more}>
          {strings.seen}: <Moment at={session.seen_at} now={now} />
          {session.address !== null && (
            <>
              <span aria-hidden="true"> · </span>
              {strings.address}: <bdi dir="ltr">{session.address}</bdi>
            </>
          )}
        </p>
      </div>
      {!session.current && (
        <Button variant="ghost" size="sm" icon="logout" aria-label={strings.endOf(name)} onClick={onEnd}>
          {strings.end}
        </Button>
      )}
    </li>
  )
}
