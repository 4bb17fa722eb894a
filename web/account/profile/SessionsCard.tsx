import { useState } from 'react'
import type { OwnSession } from '#shared/calls/auth.ts'
import { useStrings } from '#web/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { AccountCard } from './AccountCard.tsx'
import { SessionRow } from './SessionRow.tsx'
import { type Ending, useEnding, useOwnSessions } from './useOwnSessions.ts'
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
  const { sessions: words, acts } = useStrings()
  return (
    <ConfirmDialog
      opened={asked !== undefined}
      title={asked === 'others' ? words.endOthersTitle : words.endTitle}
      cancelLabel={acts.cancel}
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
