import type { OwnSession } from '#shared/calls/auth.ts'
import { useStrings } from '#web/strings/strings.ts'
import { Moment } from '#web/time/Moment.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Icon, type IconName } from '#web/ui/icons.tsx'
import { deviceKind, type DeviceKind, deviceName } from './device.ts'
import styles from './SessionsCard.module.css'

const iconOf: Record<DeviceKind, IconName> = { computer: 'computer', phone: 'phone', tablet: 'tablet' }

/** One device that is logged in: what it is, from where, and when it was last used. */
export function SessionRow({ session, now, onEnd }: { session: OwnSession; now: number; onEnd: () => void }) {
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
