import { type ComponentPropsWithRef, type ReactNode, Suspense, useId } from 'react'
import type { Suggestion } from '#shared/calls/search.ts'
import { type SearchType, searchTypes } from '#shared/searchTypes.ts'
import {
  type Combobox,
  useCombobox,
  type SuggestionGroup,
  type SuggestionKind,
} from '#web/library/search/suggest/useCombobox.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { thaanaField } from '#web/platform/typing/thaanaKeyboard.ts'
import { ThaanaToggle } from '#web/platform/typing/ThaanaToggle.tsx'
import { Button } from '#web/ui/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { useLazyDialog } from '#web/ui/dialogs/useLazyDialog.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Icon, type IconName } from '#web/ui/icons.tsx'
import { lazyWithRetry } from '#web/ui/lazyWithRetry.ts'
import { Segments } from '#web/ui/Segments.tsx'
import { FreeText, Interpolate, CaseNumber } from '#web/ui/Text.tsx'
import styles from './SearchBar.module.css'

type Props = {
  type: SearchType
  text: string
  /** The message why the query is invalid. */
  problem: string | undefined
  isTooShort: boolean
  inputRef: ComponentPropsWithRef<'input'>['ref']
  /** The box gets the focus when the page opens. */
  isFirst: boolean
  /** The filter button, for types with filters. */
  filters: ReactNode
  onType: (type: SearchType) => void
  onText: (text: string) => void
  onClear: () => void
  onSubmit: () => void
  onChoose: (suggestion: Suggestion) => void
}

/** The search form: type, query, filters and button, on the empty page and above the results. */
export function SearchBar({ type, problem, isTooShort, filters, onType, onSubmit, onChoose, ...inputProps }: Props) {
  const strings = useStrings().search
  const problemId = useId()
  const combobox = useCombobox({ type, text: inputProps.text, isTooShort, onChoose })
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
        <QueryInput
          {...inputProps}
          type={type}
          combobox={combobox}
          problemId={problem === undefined ? undefined : problemId}
        />
        <span className={styles.actions}>
          {filters}
          <HelpButton className={styles.help ?? ''} />
          <Button type="submit" className={styles.submit}>
            <Icon name="search" size={18} />
            <span className={styles.submitLabel}>{strings.submit}</span>
          </Button>
        </span>
        <SuggestionList combobox={combobox} />
      </div>
      {/* Rendered in advance, because a live region must exist before its text changes. */}
      <p id={problemId} role="alert" className={styles.problem}>
        {problem}
      </p>
      {combobox.completions.length > 0 && <Completions completions={combobox.completions} onChoose={onChoose} />}
    </form>
  )
}

/** What a query that is too short can be completed to. */
function Completions({ completions, onChoose }: Pick<Props, 'onChoose'> & Pick<Combobox, 'completions'>) {
  const { hints } = useStrings().finding
  const list = (
    <ul className={styles.completions}>
      {completions.map((completion) => (
        <li key={`${completion.kind} ${completion.text}`}>
          <button type="button" className={styles.completion} onClick={() => onChoose(completion)}>
            <FreeText>{completion.text}</FreeText>
          </button>
        </li>
      ))}
    </ul>
  )
  return (
    <div className={styles.completionLine}>
      <Interpolate sentence={hints.didYouMean} values={{ query: list }} />
    </div>
  )
}

type QueryInputProps = Pick<Props, 'type' | 'text' | 'inputRef' | 'isFirst' | 'onText' | 'onClear'> & {
  problemId: string | undefined
  combobox: Combobox
}

function QueryInput({ type, text, inputRef, isFirst, problemId, combobox, onText, onClear }: QueryInputProps) {
  const strings = useStrings().search
  return (
    <span className={styles.query}>
      <input
        {...thaanaField}
        {...combobox.inputProps}
        ref={inputRef}
        data-autofocus={isFirst || undefined}
        className={styles.input}
        value={text}
        onChange={(event) => {
          onText(event.currentTarget.value)
          combobox.openList()
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

const loadSearchHelp = () => import('#web/library/search/help/SearchHelp.tsx')
const SearchHelp = lazyWithRetry(loadSearchHelp, 'SearchHelp')

/** Opens the search help, which is loaded lazily on hover or focus. */
function HelpButton({ className }: { className: string }) {
  const { help } = useStrings().finding
  const { state, open, close } = useLazyDialog()
  const preload = () => void loadSearchHelp()
  return (
    <>
      <IconButton
        icon="help"
        label={help}
        className={className}
        aria-haspopup="dialog"
        onPointerEnter={preload}
        onFocus={preload}
        onClick={open}
      />
      {state !== 'never' && (
        <Suspense>
          <SearchHelp opened={state === 'open'} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

const icons: Record<SuggestionKind, IconName> = {
  number: 'file',
  party: 'users',
  judge: 'gavel',
  court: 'court',
  phrase: 'book',
  word: 'search',
}

/** The listbox of the combobox. The focus stays in the input, which names the active option. */
function SuggestionList({ combobox }: { combobox: Combobox }) {
  const { suggest } = useStrings().finding
  if (!combobox.isOpen) return null
  return (
    <div id={combobox.listId} role="listbox" aria-label={suggest.label} className={styles.list} ref={scrollToList}>
      {combobox.groups.map((group) => (
        <SuggestionGroupList key={group.kind} group={group} combobox={combobox} />
      ))}
    </div>
  )
}

/** Above an on-screen keyboard the box is at the top, where there is space for its list. */
function scrollToList(list: HTMLElement | null) {
  if (list && list.getBoundingClientRect().bottom > (window.visualViewport?.height ?? window.innerHeight))
    list.closest('form')?.scrollIntoView({ block: 'start' })
}

function SuggestionGroupList({
  group: { kind, firstIndex, rows },
  combobox,
}: {
  group: SuggestionGroup
  combobox: Combobox
}) {
  const { suggest } = useStrings().finding
  const id = useId()
  return (
    <div role="group" aria-labelledby={id}>
      <p id={id} className={styles.kind} role="presentation">
        {suggest.kinds[kind]}
      </p>
      {rows.map((row, index) => (
        <SuggestionOption
          key={row.reference ?? row.id ?? row.text}
          row={row}
          index={firstIndex + index}
          combobox={combobox}
        />
      ))}
    </div>
  )
}

/** Keeps the active option visible in the scrolling list. */
const scrollToOption = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'nearest' })

function SuggestionOption({ row, index, combobox }: { row: Suggestion; index: number; combobox: Combobox }) {
  const isActive = combobox.active === index
  return (
    <div
      id={combobox.optionId(index)}
      role="option"
      aria-selected={isActive}
      className={styles.row}
      ref={isActive ? scrollToOption : undefined}
      // The input keeps the focus, so the list stays open until the click.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => combobox.choose(row)}
    >
      <Icon name={icons[row.kind]} size={16} />
      {row.kind === 'number' ? (
        <CaseNumber>{row.text}</CaseNumber>
      ) : (
        <bdi className={styles.text}>
          <FreeText>{row.text}</FreeText>
        </bdi>
      )}
      {row.count !== undefined && <bdi className={styles.count}>{countOf(row.count)}</bdi>}
    </div>
  )
}

/** The server counts no further. */
const counted = 500
const countOf = (count: number) => (count < counted ? String(count) : `${counted}+`)
