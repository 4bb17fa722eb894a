import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Isolated } from './Text.tsx'
import { Icon, type IconName } from './icons.tsx'
import styles from './Alert.module.css'
import tones from './tones.module.css'

export type Tone = 'good' | 'bad' | 'caution' | 'note'

const iconOf: Record<Tone, IconName> = { good: 'circle-check', bad: 'circle-x', caution: 'alert', note: 'info' }

type Props = {
  tone: Tone
  title?: string
  children?: ReactNode
  className?: string
  /** Whether it appears in an element that announces it: one that is inserted with its text is not always announced. */
  inStatus?: boolean
}

/** An important message. An error is announced assertively (`role="alert"`). */
export function Alert({ tone, title, children, className, inStatus = false }: Props) {
  const role = tone === 'bad' ? 'alert' : 'status'
  return (
    <div className={classes(styles.alert, tones[tone], className)} role={inStatus ? undefined : role}>
      <Icon name={iconOf[tone]} />
      <div>
        {title !== undefined && <strong className={styles.title}>{title}</strong>}
        {children !== undefined && (
          <div>
            <Isolated>{children}</Isolated>
          </div>
        )}
      </div>
    </div>
  )
}

/** An error alert with one line per message. */
export function RedAlert({ messages }: { messages: readonly string[] }) {
  if (messages.length === 0) return null
  return (
    <Alert tone="bad">
      {messages.map((message) => (
        <p key={message}>
          <Isolated>{message}</Isolated>
        </p>
      ))}
    </Alert>
  )
}
