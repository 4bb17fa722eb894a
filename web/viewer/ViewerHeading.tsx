import { useStrings } from '#web/strings/strings.ts'
import { CaseNumber } from '#web/ui/Text.tsx'
import type { CaseState } from './useCase.ts'
import styles from './CaseViewer.module.css'

/** The numbers of the case; until they are known, or when there is no such case, that. */
export function ViewerHeading({ state }: { state: CaseState }) {
  const { page, entries } = useStrings()
  return (
    <h1 className={styles.heading} tabIndex={-1} data-page-heading="">
      {state.at === 'loading' && page.loading}
      {state.at === 'failed' && entries.case}
      {state.at === 'here' &&
        state.details.case_numbers.map(({ number }, index) => (
          <span key={number}>
            {index > 0 && <span aria-hidden="true"> · </span>}
            <CaseNumber>{number}</CaseNumber>
          </span>
        ))}
    </h1>
  )
}
