import { useStrings } from '#web/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
import { Count, Unseen } from '#web/ui/Text.tsx'
import { countFilters, type Filters } from './filters.ts'
import styles from './FilterButton.module.css'

/** The window of the filters, with its lists and calendars: brought when somebody is about to open it. */
export const loadFilterModal = () => import('./FilterModal.tsx')

const prepare = () => void loadFilterModal()

export function FilterButton({ filters, onOpen }: { filters: Filters; onOpen: () => void }) {
  const strings = useStrings().search
  const count = countFilters(filters)
  return (
    <Button
      variant="soft"
      icon="filter"
      className={styles.filter}
      aria-haspopup="dialog"
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={onOpen}
    >
      {count === 0 ? (
        strings.filter
      ) : (
        <>
          <span className={styles.face} aria-hidden="true">
            {strings.filter} <Count>{count}</Count>
          </span>
          <Unseen>{strings.filterCount(count)}</Unseen>
        </>
      )}
    </Button>
  )
}
