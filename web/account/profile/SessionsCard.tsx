import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnSession } from '#shared/calls/auth.ts'
import { post } from '#web/platform/api/client.ts'
import { unwrapAnswer } from '#web/platform/api/query.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { Moment } from '#web/platform/time/Moment.tsx'
import { showAnswer, showToast } from '#web/platform/toasts/toasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { Icon, type IconName } from '#web/ui/icons.tsx'
import { AccountCard } from './AccountCard.tsx'
import { deviceKind, type DeviceKind, deviceName } from './device.ts'
import account from './Account.module.css'
import styles from './SessionsCard.module.css'

/** Where one is logged in; each session can be ended from here. */
export function SessionsCard() {
  const { sessions: words } = useStrings()
  return (
    <AccountCard title={words.title} lead={words.lead} wide query={useOwnSessions()}>
      {({ sessions, now }) => <Sessions sessions={sessions} now={now} />}
    </AccountCard>
  )
}

function Sessions({ sessions, now }: { sessions: readonly OwnSession[]; now: number }) {
  const { sessions: words } = useStrings()
  const [asked, setAsked] = useState<Ending>()
  const { busy, end } = useEnding()
  const hasOthers = sessions.some(({ current }) => !current)

  const confirm = async () => {
    if (asked) await end(asked)
    setAsked(undefined)
  }
  return (
    <>
      <ul className={styles.list}>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} now={now} onEnd={() => setAsked({ id: session.id })} />
        ))}
      </ul>
      {hasOthers ? (
        <div>
          <Button variant="outline" size="sm" icon="logout" onClick={() => setAsked('others')}>
            {words.endOthers}
          </Button>
        </div>
      ) : (
        <p className={account.lead}>{words.onlyThis}</p>
      )}
      <Question asked={asked} busy={busy} onCancel={() => setAsked(undefined)} onConfirm={() => void confirm()} />
    </>
  )
}

type QuestionProps = { asked: Ending | undefined; busy: boolean; onCancel: () => void; onConfirm: () => void }

function Question({ asked, busy, onCancel, onConfirm }: QuestionProps) {
  const { sessions: words, actions } = useStrings()
  return (
    <ConfirmDialog
      opened={asked !== undefined}
      title={asked === 'others' ? words.endOthersTitle : words.endTitle}
      cancelLabel={actions.cancel}
      confirmLabel={words.end}
      danger
      busy={busy}
      onCancel={onCancel}
      onConfirm={onConfirm}
    >
      {words.endMore}
    </ConfirmDialog>
  )
}

const queryKey = ['auth/sessions']

/** Where one is logged in, and when that was asked: this device first, then by when each was last used. */
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
    // A session may begin or end elsewhere at any time.
    staleTime: 0,
  })

/** What is to be ended: one session, or all but this one. */
type Ending = { id: string } | 'others'

function useEnding() {
  const { sessions: words } = useStrings()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)

  const end = async (ending: Ending) => {
    setBusy(true)
    const answer =
      ending === 'others' ? await post('auth/sessions/endOthers', {}) : await post('auth/sessions/end', ending)
    await queries.invalidateQueries({ queryKey })
    setBusy(false)
    if (answer.Status === 'success') showToast('good', words.ended)
    else showAnswer(answer)
  }
  return { busy, end }
}

const iconOf: Record<DeviceKind, IconName> = { computer: 'computer', phone: 'phone', tablet: 'tablet' }

/** One device that is logged in: what it is, from where, and when it was last used. */
function SessionRow({ session, now, onEnd }: { session: OwnSession; now: number; onEnd: () => void }) {
  const { sessions: words } = useStrings()
  const name = deviceName(session.user_agent) ?? words.unknown
  return (
    <li className={styles.session}>
      <span className={styles.icon}>
        <Icon name={iconOf[deviceKind(session.user_agent)]} size={22} />
      </span>
      <div className={styles.what}>
        <p className={styles.device}>
          <bdi>{name}</bdi>
          {session.current && <span className={styles.current}>{words.current}</span>}
        </p>
        <p className={styles.more}>
          {words.seen}: <Moment at={session.seen_at} now={now} />
          {session.address !== null && (
            <>
              <span aria-hidden="true"> · </span>
              {words.address}: <bdi dir="ltr">{session.address}</bdi>
            </>
          )}
        </p>
      </div>
      {!session.current && (
        <Button variant="ghost" size="sm" icon="logout" aria-label={words.endOf(name)} onClick={onEnd}>
          {words.end}
        </Button>
      )}
    </li>
  )
}
