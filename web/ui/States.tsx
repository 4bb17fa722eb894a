import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Icon, type IconName } from './icons.tsx'
import { Isolated } from './Text.tsx'
import styles from './States.module.css'

type Props = { icon?: IconName; title: string; children?: ReactNode; actions?: ReactNode }

/** An empty state: message and possible actions. */
export function EmptyState({ icon = 'inbox', title, children, actions }: Props) {
  return (
    <div className={styles.state}>
      <span className={styles.ring}>
        <Icon name={icon} size={28} />
      </span>
      <p className={styles.title}>{title}</p>
      {children !== undefined && <div className={styles.more}>{children}</div>}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}

type ErrorProps = {
  title: string
  message?: string
  retryLabel: string
  onRetry?: () => void
  retrying?: boolean
  /** Whether the title is the heading of the page. */
  isPage?: boolean
}

export function ErrorState({ title, message, retryLabel, onRetry, retrying = false, isPage = false }: ErrorProps) {
  const Title = isPage ? 'h1' : 'p'
  return (
    <div className={styles.state} role="alert">
      <span className={styles.badRing}>
        <Icon name="alert" size={28} />
      </span>
      <Title className={styles.title}>{title}</Title>
      {message !== undefined && message !== title && (
        <div className={styles.more}>
          <Isolated>{message}</Isolated>
        </div>
      )}
      {onRetry && (
        <div className={styles.actions}>
          <Button variant="soft" icon="refresh" loading={retrying} onClick={onRetry}>
            {retryLabel}
          </Button>
        </div>
      )}
    </div>
  )
}
