import { useId } from 'react'
import type { Suggestion } from '#shared/calls/search.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { Icon, type IconName } from '#web/ui/icons.tsx'
import { CaseNumber } from '#web/ui/Text.tsx'
import type { SuggestionGroup, SuggestionKind, Combobox } from './useCombobox.ts'
import styles from './SuggestionList.module.css'

const icons: Record<SuggestionKind, IconName> = {
  number: 'file',
  party: 'users',
  judge: 'gavel',
  court: 'court',
  phrase: 'book',
  word: 'search',
}

/** The listbox of the combobox. The focus stays in the input, which names the active option. */
export function SuggestionList({ combobox }: { combobox: Combobox }) {
  const { suggest } = useStrings().finding
  if (!combobox.isOpen) return null
  return (
    <div id={combobox.listId} role="listbox" aria-label={suggest.label} className={styles.list}>
      {combobox.groups.map((group) => (
        <SuggestionGroupList key={group.kind} group={group} combobox={combobox} />
      ))}
    </div>
  )
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
        <SuggestionOption key={row.text} row={row} index={firstIndex + index} combobox={combobox} />
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
      {row.kind === 'number' ? <CaseNumber>{row.text}</CaseNumber> : <bdi className={styles.text}>{row.text}</bdi>}
      {row.count !== undefined && <bdi className={styles.count}>{countOf(row.count)}</bdi>}
    </div>
  )
}

/** The server counts no further. */
const counted = 500
const countOf = (count: number) => (count < counted ? String(count) : `${counted}+`)
