import { Modal } from '@mantine/core'
import { useState } from 'react'
import { useStrings } from '#web/strings/strings.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
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
      size="xl"
      closeOnEscape={!isCalendarOpen}
      withCloseButton={false}
      padding={0}
    >
      {/* Drawn here: the library's own head of a window is a second banner of the page. */}
      <div className={styles.head}>
        <Modal.Title className={styles.title ?? ''}>{strings.search.advanced.title}</Modal.Title>
        <IconButton icon="close" label={strings.acts.close} onClick={onClose} />
      </div>
      <FilterFields begin={begin} onSearch={onSearch} onCalendar={setCalendarOpen} />
    </Modal>
  )
}
