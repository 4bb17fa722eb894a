import { useStrings } from '#web/strings/strings.ts'
import { thaanaField } from '#web/typing/followTyping.ts'
import { ThaanaToggle } from '#web/typing/ThaanaToggle.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { limits } from '#shared/limits.ts'
import styles from './QuickSearch.module.css'

type Props = {
  text: string
  onText: (text: string) => void
  /** The list is too long to be searched while typing: the server is asked when the words are complete. */
  isLong: boolean
  onSubmit: () => void
  onClear: () => void
}

/** Finds rows by words that stand in any of their columns. */
export function QuickSearch({ text, onText, isLong, onSubmit, onClear }: Props) {
  const { list } = useStrings()
  return (
    <form
      role="search"
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <Words text={text} onText={onText} onClear={onClear} />
      {isLong && (
        <Button type="submit" variant="soft" icon="search">
          {text.trim() === '' ? list.searchAll : list.submit}
        </Button>
      )}
    </form>
  )
}

/** Where the words are written. Escape takes them away. */
function Words({ text, onText, onClear }: Pick<Props, 'text' | 'onText' | 'onClear'>) {
  const { list } = useStrings()
  return (
    <span className={styles.box}>
      <Icon name="search" size={18} />
      <input
        {...thaanaField}
        className={styles.field}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        dir="auto"
        autoComplete="off"
        maxLength={limits.list.query_letters}
        placeholder={`${list.search}…`}
        aria-label={list.search}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && text !== '') onClear()
        }}
      />
      {text !== '' && <IconButton icon="close" size="sm" label={list.clear} onClick={onClear} />}
      <ThaanaToggle />
    </span>
  )
}
