import { analysisStrings } from '#web/platform/strings/analysisStrings.ts'
import { useLanguage } from '#web/platform/strings/strings.ts'
import { Icon } from '#web/ui/icons.tsx'
import { Isolated } from '#web/ui/Text.tsx'
import { useQueue } from './useQueue.ts'
import styles from './AnalysisCells.module.css'

/** What is analyzed and what waits, how fast it goes, and for how long the oldest run has waited; nothing when idle. */
export function QueueStatus() {
  const { counts: t } = analysisStrings[useLanguage()]
  const queue = useQueue()
  if (!queue || queue.running + queue.waiting === 0) return null
  const { running, waiting, pages_last_hour, oldest_seconds } = queue
  const parts = [
    t.running(running),
    t.waiting(waiting),
    ...(pages_last_hour > 0 ? [t.pages(pages_last_hour)] : []),
    ...(oldest_seconds !== null && oldest_seconds >= 60 ? [t.oldest(Math.floor(oldest_seconds / 60))] : []),
  ]
  return (
    <span className={styles.queueStatus}>
      <Icon name="refresh" size={15} />
      {parts.map((part) => (
        <span key={part}>
          <Isolated>{part}</Isolated>
        </span>
      ))}
    </span>
  )
}
