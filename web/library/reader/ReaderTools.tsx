import { Menu } from '@mantine/core'
import { useId } from 'react'
import { limits } from '#shared/limits.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
import { Count } from '#web/ui/Text.tsx'
import { checkCopy, type CopyKind, countCharacters } from './copying.ts'
import { FindBar } from './FindBar.tsx'
import { OutlineDrawer } from './OutlineDrawer.tsx'
import { goToHeading } from './scrollIntoView.ts'
import type { ReaderState } from './useReading.ts'
import { type ReadingSize, readingSizes } from './useReadingSize.ts'
import styles from './Reader.module.css'

/** The reader's tools in the viewer bar. */
export function ReaderTools({ reader }: { reader: ReaderState }) {
  return (
    <>
      <FindBar findInPage={reader.findInPage} />
      <OutlineDrawer
        document={reader.document}
        currentHeading={reader.headingInView}
        onHeading={goToHeading}
        onAnnotation={reader.note.goToAnnotation}
      />
      <SizeChoice size={reader.size} onSize={reader.setSize} />
      {reader.mayCopy && (
        <span className={styles.copyInBar}>
          <CopyButton selected={reader.selected} isCopying={reader.isCopying} onCopy={reader.copy} />
        </span>
      )}
    </>
  )
}

type Props = { size: ReadingSize; onSize: (size: ReadingSize) => void }

/** Three text sizes, each shown by a letter of its size. */
function SizeChoice({ size, onSize }: Props) {
  const t = useStrings().reader
  const name = useId()
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>{t.size}</legend>
      {readingSizes.map((step) => (
        <label key={step} className={styles.step} data-size={step} title={t.sizes[step]}>
          <input
            type="radio"
            name={name}
            className={styles.radio}
            checked={step === size}
            aria-label={t.sizes[step]}
            onChange={() => onSize(step)}
          />
          <span aria-hidden="true">{t.sizeLetter}</span>
        </label>
      ))}
    </fieldset>
  )
}

type CopyButtonProps = { selected: string; isCopying: boolean; onCopy: (text: string, kind: CopyKind) => void }

const kinds: CopyKind[] = ['text', 'citation']

/** The number of selected characters and the limit, and a menu to copy them with or without a citation. */
export function CopyButton({ selected, isCopying, onCopy }: CopyButtonProps) {
  const t = useStrings().reader
  const characters = countCharacters(selected)
  const check = checkCopy(selected)
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          variant="soft"
          icon="copy"
          className={styles.button ?? ''}
          data-copy-check={check}
          loading={isCopying}
          disabled={check === 'nothing'}
          title={check === 'nothing' ? t.copyHint : undefined}
        >
          <span className={styles.word}>{t.copy}</span>
          <Count>
            {characters} / {limits.reader.copy_letters}
          </Count>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {kinds.map((kind) => (
          <Menu.Item key={kind} onClick={() => onCopy(selected, kind)}>
            {t.copyKinds[kind]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
