import type { Row } from '#shared/calls/crud.ts'
import { analysis } from '#shared/resources/analysis.ts'
import { chargeReason, statusReason } from '#shared/resources/analysisReasons.ts'
import { type AnalysisStatus, analysisStatusOf, chargeStatusOf } from '#shared/resources/analysisStatuses.ts'
import { isolate } from '#shared/text/format/isolate.ts'
import { CaseNumbers, caseNumbersOf } from '#web/fields/cells/CaseNumbers.tsx'
import { cellText, columnText } from '#web/fields/cells/cellText.ts'
import { choiceName } from '#web/fields/values.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { StatusBadge } from '#web/ui/Chip.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon, type IconName } from '#web/ui/icons.tsx'
import { Count, FreeText } from '#web/ui/Text.tsx'
import { RunState } from './RunState.tsx'
import styles from './AnalysisCells.module.css'
import { isRecord } from '#shared/isRecord.ts'

export const analysisCells = {
  case_numbers_text: (row: Row) => <NumbersAndWarnings row={row} />,
  title: (row: Row) => <Title row={row} />,
  confidence_level: (row: Row) => <Confidence row={row} />,
  status: (row: Row) => <Status row={row} />,
  charge_status: (row: Row) => <Charge row={row} />,
}

/** The case numbers of an analysis, with the number of its warnings. */
function NumbersAndWarnings({ row }: { row: Row }) {
  const { list, none } = useStrings()
  const numbers = caseNumbersOf(row)
  const warnings = Number(row['warning_count'] ?? 0)
  return (
    <span className={styles.container}>
      {numbers !== '' ? <CaseNumbers text={numbers} /> : none}
      {warnings > 0 && (
        <span
          className={styles.warnings}
          role="img"
          aria-label={list.analysis.warnings(warnings)}
          title={list.analysis.warnings(warnings)}
        >
          <Icon name="alert" size={14} />
          <Count>{warnings}</Count>
        </span>
      )}
    </span>
  )
}

/** The name of the file stands for a title that is not known yet. */
function Title({ row }: { row: Row }) {
  const text = columnText({ name: 'title', field: analysis.fields.title }, row, useLanguage())
  return (
    <bdi className={classes(styles.title, textIn(row, 'title') === '' && styles.file)} title={isolate(text)}>
      <FreeText>{text}</FreeText>
    </bdi>
  )
}

export const textIn = (row: Row, name: string) => (typeof row[name] === 'string' ? row[name] : '')

export function fileNameOf({ pdf_file: file }: Row): string {
  return isRecord(file) && typeof file['name'] === 'string' ? file['name'] : ''
}

const { levels } = analysis.fields.confidence_level
/** From the highest level: the class of its color. */
const levelClasses = [styles.high, styles.medium, styles.low]

/** Bars, a word, and the number: each is understandable without the others. */
function Confidence({ row }: { row: Row }) {
  const language = useLanguage()
  const { none } = useStrings()
  const value = row['confidence_level']
  if (typeof value !== 'number') return none
  const index = levels.findIndex(({ from }) => value >= from)
  const bars = levels.length - index
  return (
    <span className={styles.confidence}>
      <span className={classes(styles.level, levelClasses[index])}>
        <svg className={styles.bars} width="14" height="12" viewBox="0 0 14 12" aria-hidden="true" focusable="false">
          {levels.map((_, bar) => (
            <rect
              key={bar}
              className={bar < bars ? styles.full : styles.hollow}
              x={bar * 5 + 0.5}
              y={8 - bar * 3.5}
              width="3"
              height={3.5 + bar * 3.5}
            />
          ))}
        </svg>
        {cellText(analysis.fields.confidence_level, value, language)}
      </span>
      <Count>{value}</Count>
    </span>
  )
}

const badges: Record<AnalysisStatus, { icon: IconName; color: string }> = {
  Pending: { icon: 'history', color: 'neutral' },
  Analyzed: { icon: 'circle-check', color: 'note' },
  Scanned: { icon: 'scan', color: 'caution' },
  Finalized: { icon: 'lock', color: 'good' },
  Cancelled: { icon: 'circle-x', color: 'bad' },
}

/** The status of an analysis. A run that waits, works, or has failed takes its place. */
function Status({ row }: { row: Row }) {
  const language = useLanguage()
  const { status } = analysisStatusOf(row)
  const reason = statusReason({ status, is_waiting: false, failure_code: null }, language)
  return (
    <RunState
      row={row}
      fallback={
        <span title={isolate(reason)}>
          <StatusBadge name={choiceName(status)} {...badges[status]} />
        </span>
      }
    />
  )
}

const chargeIcons: Record<string, IconName> = {
  'Pending Analysis': 'history',
  'Pending Payment': 'card',
  Paid: 'check',
}

function Charge({ row }: { row: Row }) {
  const language = useLanguage()
  const charge = chargeStatusOf(row)
  return (
    <span className={styles.charge} title={`${choiceName(charge)}\n${isolate(chargeReason(charge, language))}`}>
      <Icon name={chargeIcons[charge] ?? 'circle-x'} size={15} />
      <span className={styles.chargeName}>{choiceName(charge)}</span>
    </span>
  )
}
