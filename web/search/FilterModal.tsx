import { Modal } from '@mantine/core'
import { useState } from 'react'
import { useStrings } from '#web/strings/strings.ts'
import { FilterFields } from './FilterFields.tsx'
import type { FilterForm } from './filterForm.ts'
import type { Filters } from './filters.ts'
import styles from './FilterModal.module.css'

type Props = {
  opened: boolean
  /** What the search box and the address hold. */
  begin: FilterForm
  onClose: () => void
  onSearch: (q: string, filters: Filters) => void
}

/** Every filter of the specification in one form. It begins with what the address says each time it opens. */
export function FilterModal({ opened, begin, onClose, onSearch }: Props) {
  const strings = useStrings()
  // Escape closes what stands highest: the calendar, and only then the window under it.
  const [isCalendarOpen, setCalendarOpen] = useState(false)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={strings.search.advanced.title}
      size="xl"
      closeOnEscape={!isCalendarOpen}
      closeButtonProps={{ 'aria-label': strings.acts.close }}
      classNames={{ title: styles.title ?? '', content: styles.content ?? '', header: styles.header ?? '' }}
    >
      <FilterFields begin={begin} onSearch={onSearch} onCalendar={setCalendarOpen} />
    </Modal>
  )
}
