import { useWindowEvent } from '@mantine/hooks'
import { useStrings } from '#web/strings/strings.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Count, Unseen } from '#web/ui/Text.tsx'
import styles from './ResultSteps.module.css'

/** Where an opened case stands among the results of its search, and the ways to those beside it. */
export type Around = {
  /** From 1. */
  position: number
  count: number
  /** Undefined at the ends, and while the next page of results is on its way. */
  toPrevious: (() => void) | undefined
  toNext: (() => void) | undefined
}

/** From result to result without going back to the list; by Alt+↑ and Alt+↓ too. */
export function ResultSteps({ around: { position, count, toPrevious, toNext } }: { around: Around }) {
  const { steps } = useStrings().finding
  useWindowEvent('keydown', (event) => {
    const step = event.altKey ? { ArrowUp: toPrevious, ArrowDown: toNext }[event.key] : undefined
    if (!step) return
    event.preventDefault()
    step()
  })
  return (
    <div className={styles.steps} role="group" aria-label={steps.label}>
      <Step icon="previous" label={steps.previous} keys="Alt+ArrowUp" onStep={toPrevious} />
      <span className={styles.place} role="status">
        <span aria-hidden="true">
          <Count>{`${position} / ${count.toLocaleString('en-US')}`}</Count>
        </span>
        <Unseen>{steps.place(position, count)}</Unseen>
      </span>
      <Step icon="next" label={steps.next} keys="Alt+ArrowDown" onStep={toNext} />
    </div>
  )
}

type StepProps = { icon: 'previous' | 'next'; label: string; keys: string; onStep: (() => void) | undefined }

/** At an end it keeps its place and its focus, and does nothing. */
function Step({ icon, label, keys, onStep }: StepProps) {
  return (
    <IconButton
      icon={icon}
      size="sm"
      label={label}
      aria-keyshortcuts={keys}
      aria-disabled={onStep === undefined}
      className={styles.step ?? ''}
      onClick={() => onStep?.()}
    />
  )
}
