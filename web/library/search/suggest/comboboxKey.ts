/** What a key does in a box with a list under it (ARIA 1.2, list with manual selection). */
export type ComboboxAct =
  { do: 'move'; to: number } | { do: 'choose'; index: number } | { do: 'open' } | { do: 'close' }

/** `active` is the row that Enter would choose, -1 for none: the words in the box are then what Enter is about. */
type List = { isOpen: boolean; count: number; active: number }

export function comboboxKey(key: string, { isOpen, count, active }: List): ComboboxAct | undefined {
  if (!isOpen) return key === 'ArrowDown' || key === 'ArrowUp' ? { do: 'open' } : undefined
  switch (key) {
    // Beyond either end the box itself is next, as one of the round.
    case 'ArrowDown':
      return { do: 'move', to: active + 1 < count ? active + 1 : -1 }
    case 'ArrowUp':
      return { do: 'move', to: active === -1 ? count - 1 : active - 1 }
    case 'Enter':
      return active === -1 ? { do: 'close' } : { do: 'choose', index: active }
    case 'Escape':
    case 'Tab':
      return { do: 'close' }
    default:
      return undefined
  }
}
