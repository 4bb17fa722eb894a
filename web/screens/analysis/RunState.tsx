import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Row } from '#shared/calls/crud.ts'
import { analysisSentence } from '#shared/resources/analysisMessages.ts'
import { isolate } from '#shared/text/format/isolate.ts'
import { analysis } from '#shared/resources/analysis.ts'
import { analysisStrings } from '#web/platform/strings/analysisStrings.ts'
import { useLanguage } from '#web/platform/strings/strings.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icons.tsx'
import { Isolated } from '#web/ui/Text.tsx'
import { post } from '#web/platform/api/client.ts'
import { unwrapAnswer } from '#web/platform/api/query.ts'
import { resourceQueryKey } from '#web/platform/api/resource.ts'
import { useCan } from '#web/platform/session/session.ts'
import styles from './AnalysisCells.module.css'

/** `fallback` is the status of the analysis. */
type Props = { row: Row; fallback: ReactNode }

/** The last run of an analysis: how far it is, its place in the queue, or why it failed; without one, its status. */
export function RunState({ row, fallback }: Props) {
  const state = row['run_state']
  if (state === 'running') return <Running row={row} />
  if (state === 'queued') return <Queued row={row} />
  if (state !== 'failed') return fallback
  // What an earlier run has read is still there.
  return row['status'] === 'Pending' ? <Failed row={row} /> : <Failed row={row} status={fallback} />
}

const numberIn = (row: Row, name: string) => (typeof row[name] === 'number' ? row[name] : undefined)

function Running({ row }: { row: Row }) {
  const strings = analysisStrings[useLanguage()]
  const pages = numberIn(row, 'run_page_count')
  const page = Math.min(numberIn(row, 'run_pages') ?? 0, pages ?? 0)
  return (
    <span className={styles.run}>
      <span className={styles.runText}>
        <span className={styles.runName}>
          <Icon name="refresh" size={14} />
          {strings.running}
        </span>
        {pages !== undefined && (
          <span>
            <Isolated>{strings.pageShort(page, pages)}</Isolated>
          </span>
        )}
      </span>
      {/* Without a value it moves: the number of pages is not known yet. */}
      <progress
        className={styles.progress}
        max={pages ?? 1}
        {...(pages !== undefined && {
          value: page,
          title: strings.page(page, pages),
          'aria-valuetext': strings.page(page, pages),
        })}
        aria-label={strings.running}
      />
    </span>
  )
}

/** The places of the other runs change without a change of this row: the queue knows them. */
function Queued({ row }: { row: Row }) {
  const strings = analysisStrings[useLanguage()]
  const queue = useQueue()
  const place = queue?.places.find(({ id }) => id === row.id)?.place ?? numberIn(row, 'run_place')
  return (
    <span className={classes(styles.chip, styles.queued)}>
      <Icon name="history" size={14} />
      <Isolated>{strings.waiting(place)}</Isolated>
    </span>
  )
}

function Failed({ row, status }: { row: Row; status?: ReactNode }) {
  const language = useLanguage()
  const strings = analysisStrings[language]
  const code = row['failure_code']
  const reason = analysisSentence('failure', typeof code === 'string' ? code : '', language) ?? ''
  return (
    <span className={styles.failure} title={isolate(reason)}>
      {status ?? (
        <span className={classes(styles.chip, styles.failed)}>
          <Icon name="alert" size={14} />
          {strings.failed}
        </span>
      )}
      <span className={classes(styles.reason, status !== undefined && styles.failedAgain)}>
        <Isolated>{status === undefined ? reason : strings.failedAgain(reason)}</Isolated>
      </span>
    </span>
  )
}

/** What is analyzed and what waits, how fast it goes, and for how long the oldest run has waited; nothing when idle. */
export function QueueStatus() {
  const { counts: strings } = analysisStrings[useLanguage()]
  const queue = useQueue()
  if (!queue || queue.running + queue.waiting === 0) return null
  const { running, waiting, pages_last_hour, oldest_seconds } = queue
  const parts = [
    strings.running(running),
    strings.waiting(waiting),
    ...(pages_last_hour > 0 ? [strings.pages(pages_last_hour)] : []),
    ...(oldest_seconds !== null && oldest_seconds >= 60 ? [strings.oldest(Math.floor(oldest_seconds / 60))] : []),
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

/** How often the queue is read while something is in it, and otherwise. */
const busy_ms = 5000
const idle_ms = 60_000

/** The queue of analyses: its length, its throughput, and the places of those that wait. */
function useQueue() {
  const mayRead = useCan('read', analysis)
  const query = useQuery({
    // Renewed with the list of this tab.
    queryKey: [...resourceQueryKey(analysis), 'queue'],
    queryFn: async ({ signal }) => unwrapAnswer(await post('analysis/queue', {}, { signal })).data,
    enabled: mayRead,
    refetchInterval: ({ state: { data } }) => (data && data.waiting + data.running > 0 ? busy_ms : idle_ms),
  })
  return query.data
}
