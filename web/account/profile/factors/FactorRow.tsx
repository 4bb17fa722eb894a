import type { ReactNode } from 'react'
import { factorStrings } from '#web/platform/strings/factorStrings.ts'
import { useLanguage } from '#web/platform/strings/strings.ts'
import { Moment } from '#web/platform/time/Moment.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Icon, type IconName } from '#web/ui/icons.tsx'
import styles from '#web/account/profile/CardRows.module.css'

/** `name`: the label of the button for screen readers. */
type Action = { label: string; name: string; run: () => void }

type Props = { icon: IconName; name: ReactNode; actions: readonly Action[]; children: ReactNode }

/** A second factor, and what can be done with it. */
export function FactorRow({ icon, name, actions, children }: Props) {
  return (
    <li className={styles.row}>
      <span className={styles.icon}>
        <Icon name={icon} size={22} />
      </span>
      <div className={styles.what}>
        <p className={styles.name}>{name}</p>
        <p className={styles.more}>{children}</p>
      </div>
      {actions.map((action, index) => (
        // By its place: an action that replaces another one after a dialog keeps the element that opened it, and its focus.
        <Button key={index} variant="ghost" size="sm" aria-label={action.name} onClick={action.run}>
          {action.label}
        </Button>
      ))}
    </li>
  )
}

/** When a factor was added, and last used. */
export function FactorUse({ created_at, used_at, now }: { created_at: string; used_at: string | null; now: number }) {
  const { card } = factorStrings[useLanguage()]
  return (
    <>
      {card.added}: <Moment at={created_at} now={now} />
      {used_at !== null && (
        <>
          <span aria-hidden="true"> · </span>
          {card.used}: <Moment at={used_at} now={now} />
        </>
      )}
    </>
  )
}
