import { useStrings } from '#web/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
import { Count } from '#web/ui/Text.tsx'
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
      aria-label={count > 0 ? strings.filterCount(count) : strings.filter}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={onOpen}
    >
      {strings.filter}
      {count > 0 && <Count>{count}</Count>}
    </Button>
  )
}
