import { Modal } from '@mantine/core'
import { useState } from 'react'
import { useStrings } from '#web/platform/strings/strings.ts'
import { DialogHead, titleClass } from '#web/ui/dialogs/DialogHead.tsx'
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
      <DialogHead closeLabel={strings.actions.close} className={styles.head} onClose={onClose}>
        <Modal.Title className={titleClass}>{strings.search.advanced.title}</Modal.Title>
      </DialogHead>
      <FilterFields initialForm={initialForm} onSearch={onSearch} onCalendar={setCalendarOpen} />
    </Modal>
  )
}
