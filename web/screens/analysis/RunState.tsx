import type { ReactNode } from 'react'
import type { Row } from '#shared/calls/crud.ts'
import { analysisSentence } from '#shared/resources/analysisMessages.ts'
import { isolate } from '#shared/text/format/isolate.ts'
import { analysisStrings } from '#web/platform/strings/analysisStrings.ts'
import { useLanguage } from '#web/platform/strings/strings.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icons.tsx'
import { Isolated } from '#web/ui/Text.tsx'
import { useQueue } from './useQueue.ts'
import styles from './AnalysisCells.module.css'

type Props = { row: Row; /** Shown for an analysis without a run. */ fallback: ReactNode }

/** The last run of an analysis: how far it is, its place in the queue, or why it failed. */
export function RunState({ row, fallback }: Props) {
  const state = row['run_state']
  if (state === 'running') return <Running row={row} />
  if (state === 'queued') return <Queued row={row} />
  return state === 'failed' ? <Failed row={row} /> : fallback
}

const numberIn = (row: Row, name: string) => (typeof row[name] === 'number' ? row[name] : undefined)

function Running({ row }: { row: Row }) {
  const t = analysisStrings[useLanguage()]
  const pages = numberIn(row, 'run_page_count')
  const page = Math.min(numberIn(row, 'run_pages') ?? 0, pages ?? 0)
  return (
    <span className={styles.run}>
      <span className={styles.runText}>
        <span className={styles.runName}>
          <Icon name="refresh" size={14} />
          {t.running}
        </span>
        {pages !== undefined && (
          <span>
            <Isolated>{t.pageShort(page, pages)}</Isolated>
          </span>
        )}
      </span>
      {/* Without a value it moves: the number of pages is not known yet. */}
      <progress
        className={styles.progress}
        max={pages ?? 1}
        {...(pages !== undefined && { value: page, title: t.page(page, pages), 'aria-valuetext': t.page(page, pages) })}
        aria-label={t.running}
      />
    </span>
  )
}

/** The places of the other runs change without a change of this row: the queue knows them. */
function Queued({ row }: { row: Row }) {
  const t = analysisStrings[useLanguage()]
  const queue = useQueue()
  const place = queue?.places.find(({ id }) => id === row.id)?.place ?? numberIn(row, 'run_place')
  return (
    <span className={classes(styles.chip, styles.queued)}>
      <Icon name="history" size={14} />
      <Isolated>{t.waiting(place)}</Isolated>
    </span>
  )
}

function Failed({ row }: { row: Row }) {
  const language = useLanguage()
  const t = analysisStrings[language]
  const code = row['failure_code']
  const reason = analysisSentence('failure', typeof code === 'string' ? code : '', language) ?? ''
  return (
    <span className={styles.failure} title={isolate(reason)}>
      <span className={classes(styles.chip, styles.failed)}>
        <Icon name="alert" size={14} />
        {t.failed}
      </span>
      <span className={styles.reason}>
        <Isolated>{reason}</Isolated>
      </span>
    </span>
  )
}
