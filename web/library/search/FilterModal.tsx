import { Modal } from '@mantine/core'
import { useState } from 'react'
import { useStrings } from '#web/platform/strings/strings.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { FilterFields } from './FilterFields.tsx'
import type { FilterForm } from './filterForm.ts'
import type { Filters } from './filters.ts'
import styles from './FilterModal.module.css'

type Props = {
  opened: boolean
  /** The query in the search box and the filters in the URL. */
  initialForm: FilterForm
  onClose: () => void
  onSearch: (q: string, filters: Filters) => void
}

/** The form with every filter of the specification. It starts with the filters of the URL each time it opens. */
export function FilterModal({ opened, initialForm, onClose, onSearch }: Props) {
  const strings = useStrings()
  // Escape closes the topmost layer: first the calendar, then the modal.
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
      {/* A custom header, because Mantine's would be a second banner landmark. */}
      <div className={styles.head}>
        <Modal.Title className={styles.title ?? ''}>{strings.search.advanced.title}</Modal.Title>
        <IconButton icon="close" label={strings.actions.close} onClick={onClose} />
      </div>
      <FilterFields initialForm={initialForm} onSearch={onSearch} onCalendar={setCalendarOpen} />
    </Modal>
  )
}
