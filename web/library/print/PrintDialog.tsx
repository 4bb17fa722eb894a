import { Radio } from '@mantine/core'
import { useState } from 'react'
import { printStrings } from '#web/platform/strings/printStrings.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { Dialog, DialogActions } from '#web/ui/dialogs/Dialog.tsx'
import styles from './PrintDialog.module.css'

type Props = { opened: boolean; onClose: () => void; onPrint: (withAnnotations: boolean) => void }

const contents = ['text', 'annotations'] as const

/** Asks whether a judgment is printed with its annotations. */
export function PrintDialog({ opened, onClose, onPrint }: Props) {
  const strings = printStrings[useLanguage()]
  const { actions } = useStrings()
  const [chosen, setChosen] = useState<string>('text')
  return (
    <Dialog opened={opened} onClose={onClose} title={strings.title} closeLabel={actions.close} size="sm" centered>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onPrint(chosen === 'annotations')
        }}
      >
        <Radio.Group aria-label={strings.title} value={chosen} onChange={setChosen}>
          <div className={styles.choices}>
            {contents.map((content) => (
              <Radio
                key={content}
                value={content}
                label={strings.contents[content]}
                data-autofocus={content === chosen || undefined}
              />
            ))}
          </div>
        </Radio.Group>
        <DialogActions cancelLabel={actions.cancel} submitLabel={strings.print} icon="print" onCancel={onClose} />
      </form>
    </Dialog>
  )
}
