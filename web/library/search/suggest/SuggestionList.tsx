import { useId } from 'react'
import type { Suggestion } from '#shared/calls/search.ts'
import { useStrings } from '#web/strings/strings.ts'
import { Icon, type IconName } from '#web/ui/icons.tsx'
import { CaseNumber } from '#web/ui/Text.tsx'
import type { SuggestionGroup, SuggestionKind } from './inGroups.ts'
import type { Combobox } from './useCombobox.ts'
import styles from './SuggestionList.module.css'

const icons: Record<SuggestionKind, IconName> = {
  number: 'file',
  party: 'users',
  judge: 'gavel',
  court: 'court',
  phrase: 'book',
  word: 'search',
}

/** The list under the box. The focus stays in the box; the box says which row is active. */
export function SuggestionList({ combobox }: { combobox: Combobox }) {
  const { suggest } = useStrings().finding
  if (!combobox.isOpen) return null
  return (
    <div id={combobox.listId} role="listbox" aria-label={suggest.label} className={styles.list}>
      {combobox.groups.map((group) => (
        <Group key={group.kind} group={group} combobox={combobox} />
      ))}
    </div>
  )
}

function Group({ group: { kind, from, rows }, combobox }: { group: SuggestionGroup; combobox: Combobox }) {
  const { suggest } = useStrings().finding
  const id = useId()
  return (
    <div role="group" aria-labelledby={id}>
      <p id={id} className={styles.kind} role="presentation">
        {suggest.kinds[kind]}
      </p>
      {rows.map((row, index) => (
        <Row key={row.text} row={row} place={from + index} combobox={combobox} />
      ))}
    </div>
  )
}

/** The list scrolls where it is longer than its place. */
const reveal = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'nearest' })

function Row({ row, place, combobox }: { row: Suggestion; place: number; combobox: Combobox }) {
  const isActive = combobox.active === place
  return (
    <div
      id={combobox.optionId(place)}
      role="option"
      aria-selected={isActive}
      className={styles.row}
      ref={isActive ? reveal : undefined}
      // The box keeps the focus, and so stays open until the pointer is lifted.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => combobox.choose(row)}
    >
      <Icon name={icons[row.kind]} size={16} />
      {row.kind === 'number' ? <CaseNumber>{row.text}</CaseNumber> : <bdi className={styles.text}>{row.text}</bdi>}
    </div>
  )
}
