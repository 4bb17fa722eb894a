import { Menu } from '@mantine/core'
import { limits } from '#shared/limits.ts'
import { useStrings } from '#web/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
import { Count } from '#web/ui/Text.tsx'
import { type CopyKind, countCharacters, judgeCopy } from './copying.ts'
import styles from './CopyButton.module.css'

type Props = { selected: string; isCopying: boolean; onCopy: (text: string, kind: CopyKind) => void }

const kinds: CopyKind[] = ['text', 'citation']

/** How much is selected of what may be copied, and copying it, alone or with a citation. */
export function CopyButton({ selected, isCopying, onCopy }: Props) {
  const t = useStrings().reader
  const letters = countCharacters(selected)
  const verdict = judgeCopy(selected)
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          variant="soft"
          icon="copy"
          className={styles.button ?? ''}
          data-verdict={verdict}
          loading={isCopying}
          disabled={verdict === 'nothing'}
          title={verdict === 'nothing' ? t.copyHint : undefined}
        >
          <span className={styles.word}>{t.copy}</span>
          <Count>
            {letters} / {limits.reader.copy_letters}
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
