import { useWindowEvent } from '@mantine/hooks'
import { useStrings } from '#web/platform/strings/strings.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Count, VisuallyHidden } from '#web/ui/Text.tsx'
import styles from './ResultNavigation.module.css'

/** The position of an open case among its search results, and the steps to the adjacent ones. */
export type ResultNavigation = {
  /** From 1. */
  position: number
  count: number
  /** Undefined at the ends, and while the next page of results is loading. */
  toPrevious: (() => void) | undefined
  toNext: (() => void) | undefined
}

/** Previous and next result without returning to the list; also by Alt+↑ and Alt+↓. */
export function ResultNavigationBar({
  navigation: { position, count, toPrevious, toNext },
}: {
  navigation: ResultNavigation
}) {
  const { steps } = useStrings().finding
  useWindowEvent('keydown', (event) => {
    const step = event.altKey ? { ArrowUp: toPrevious, ArrowDown: toNext }[event.key] : undefined
    if (!step) return
    event.preventDefault()
    step()
  })
  return (
    <div className={styles.steps} role="group" aria-label={steps.label}>
      <StepButton icon="previous" label={steps.previous} keys="Alt+ArrowUp" onStep={toPrevious} />
      <span className={styles.position} role="status">
        <span aria-hidden="true">
          {steps.result} <Count>{`${position} / ${count.toLocaleString('en-US')}`}</Count>
        </span>
        <VisuallyHidden>{steps.position(position, count)}</VisuallyHidden>
      </span>
      <StepButton icon="next" label={steps.next} keys="Alt+ArrowDown" onStep={toNext} />
    </div>
  )
}

type StepProps = { icon: 'previous' | 'next'; label: string; keys: string; onStep: (() => void) | undefined }

/** At an end the button stays focusable and does nothing. */
function StepButton({ icon, label, keys, onStep }: StepProps) {
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
