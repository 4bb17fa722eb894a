import { type KeyboardEvent, useId, useState } from 'react'
import type { Suggestion } from '#shared/calls/search.ts'
import type { SearchType } from '#shared/searchTypes.ts'
import { comboboxKey } from './comboboxKey.ts'
import { inGroups } from './inGroups.ts'
import { useSuggestions } from './useSuggestions.ts'

type Around = { type: SearchType; text: string; onChoose: (suggestion: Suggestion) => void }

/** The list under the search box: when it is open, which row is active, and what the keys do. */
export function useCombobox({ type, text, onChoose }: Around) {
  const id = useId()
  /** The active row, where none is -1; undefined while no list is wanted. */
  const [active, setActive] = useState<number>()
  const groups = inGroups(useSuggestions(type, text, { enabled: active !== undefined }))
  const rows = groups.flatMap((group) => group.rows)
  const isOpen = active !== undefined && rows.length > 0
  const current = isOpen && active < rows.length ? active : -1

  const want = () => setActive(-1)
  const close = () => setActive(undefined)
  function choose(suggestion: Suggestion | undefined) {
    close()
    if (suggestion) onChoose(suggestion)
  }

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const act = comboboxKey(event.key, { isOpen, count: rows.length, active: current })
    if (!act) return
    // Closing leaves the key to whom it belongs: Enter searches, Tab goes on. Escape has done its work.
    if (act.do !== 'close' || event.key === 'Escape') event.preventDefault()
    if (act.do === 'move') setActive(act.to)
    if (act.do === 'choose') choose(rows[act.index])
    if (act.do === 'open') want()
    if (act.do === 'close') close()
  }

  return {
    groups,
    isOpen,
    active: current,
    want,
    close,
    choose,
    listId: `${id}list`,
    optionId: (index: number) => `${id}${index}`,
    box: { ...ariaOf(id, isOpen, current), onKeyDown: press, onBlur: close },
  }
}

/** What makes an input the box of this list. */
const ariaOf = (id: string, isOpen: boolean, current: number) =>
  ({
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-haspopup': 'listbox',
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? `${id}list` : undefined,
    'aria-activedescendant': current === -1 ? undefined : `${id}${current}`,
  }) as const

export type Combobox = ReturnType<typeof useCombobox>
