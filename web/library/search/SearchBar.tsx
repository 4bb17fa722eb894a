import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'
import type { Suggestion } from '#shared/calls/search.ts'
import { type SearchType, searchTypes } from '#shared/searchTypes.ts'
import { Button } from '#web/ui/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icons.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import { useStrings } from '#web/strings/strings.ts'
import { thaanaField } from '#web/typing/followTyping.ts'
import { ThaanaToggle } from '#web/typing/ThaanaToggle.tsx'
import { HelpButton } from './help/HelpButton.tsx'
import { SuggestionList } from './suggest/SuggestionList.tsx'
import { type Combobox, useCombobox } from './suggest/useCombobox.ts'
import styles from './SearchBar.module.css'

type Props = {
  type: SearchType
  text: string
  /** Why the words cannot be searched, in a sentence. */
  problem: string | undefined
  box: ComponentPropsWithRef<'input'>['ref']
  /** The way to the filters, where the type has some. */
  filters: ReactNode
  onType: (type: SearchType) => void
  onText: (text: string) => void
  onClear: () => void
  onSubmit: () => void
  onChoose: (suggestion: Suggestion) => void
}

/** The type, the words, the filters and the button: the same on the empty page and above the results. */
export function SearchBar({ type, problem, filters, onType, onSubmit, onChoose, ...words }: Props) {
  const strings = useStrings().search
  const problemId = useId()
  const combobox = useCombobox({ type, text: words.text, onChoose })
  return (
    <form
      role="search"
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        combobox.close()
        onSubmit()
      }}
    >
      <div className={classes(styles.bar, problem !== undefined && styles.wrong)}>
        <Segments
          name="search-type"
          legend={strings.type}
          value={type}
          options={searchTypes.map((value) => ({ value, label: strings.types[value] }))}
          onChoose={onType}
        />
        <Words {...words} type={type} combobox={combobox} problemId={problem === undefined ? undefined : problemId} />
        <span className={styles.acts}>
          {filters}
          <HelpButton className={styles.help ?? ''} />
          <Button type="submit" className={styles.submit}>
            <Icon name="search" size={18} />
            <span className={styles.submitWord}>{strings.submit}</span>
          </Button>
        </span>
        <SuggestionList combobox={combobox} />
      </div>
      {/* Stands in the page before there is anything to say, or it would not be read out. */}
      <p id={problemId} role="alert" className={styles.problem}>
        {problem}
      </p>
    </form>
  )
}

type WordsProps = Pick<Props, 'type' | 'text' | 'box' | 'onText' | 'onClear'> & {
  problemId: string | undefined
  combobox: Combobox
}

function Words({ type, text, box, problemId, combobox, onText, onClear }: WordsProps) {
  const strings = useStrings().search
  return (
    <span className={styles.words}>
      <input
        {...thaanaField}
        {...combobox.box}
        ref={box}
        className={styles.input}
        value={text}
        onChange={(event) => {
          onText(event.currentTarget.value)
          combobox.want()
        }}
        placeholder={strings.placeholder[type]}
        aria-label={strings.query}
        aria-invalid={problemId !== undefined || undefined}
        aria-describedby={problemId}
        aria-keyshortcuts="/"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      {text !== '' && <IconButton icon="close" size="sm" label={strings.clearQuery} onClick={onClear} />}
      <ThaanaToggle />
    </span>
  )
}
