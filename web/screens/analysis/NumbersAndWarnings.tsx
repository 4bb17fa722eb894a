import type { Row } from '#shared/calls/crud.ts'
import { CaseNumbers } from '#web/fields/cells/CaseNumbers.tsx'
import { useStrings } from '#web/strings/strings.ts'
import { Icon } from '#web/ui/icons.tsx'
import { Count } from '#web/ui/Text.tsx'
import { caseNumbersOf } from '../caseNumbersOf.ts'
import styles from './NumbersAndWarnings.module.css'

/** The numbers of an analysed case; beside them it is told that it waits to be run, and how many warnings there are. */
export function NumbersAndWarnings({ row }: { row: Row }) {
  const { list, none } = useStrings()
  const numbers = caseNumbersOf(row)
  const warnings = Number(row['warning_count'] ?? 0)
  return (
    <span className={styles.both}>
      {numbers !== '' ? <CaseNumbers text={numbers} /> : none}
      {row['is_waiting'] === true && (
        <span className={styles.waiting} role="img" aria-label={list.analysis.waits} title={list.analysis.waits}>
          <Icon name="history" size={14} />
        </span>
      )}
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
