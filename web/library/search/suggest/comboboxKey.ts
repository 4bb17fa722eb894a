/** The action of a key in a combobox (ARIA 1.2, list with manual selection). */
type ComboboxAction =
  | { type: 'move'; to: number }
  | { type: 'choose'; index: number }
  | { type: 'open' }
  | { type: 'close' }

/** `active` is the option that Enter chooses; -1 stands for the query in the input. */
type ComboboxState = { isOpen: boolean; count: number; active: number }

export function comboboxKey(key: string, { isOpen, count, active }: ComboboxState): ComboboxAction | undefined {
  if (!isOpen) return key === 'ArrowDown' || key === 'ArrowUp' ? { type: 'open' } : undefined
  switch (key) {
    // The cycle includes the input, between the last and the first option.
    case 'ArrowDown':
      return { type: 'move', to: active + 1 < count ? active + 1 : -1 }
    case 'ArrowUp':
      return { type: 'move', to: active === -1 ? count - 1 : active - 1 }
    case 'Enter':
      return active === -1 ? { type: 'close' } : { type: 'choose', index: active }
    case 'Escape':
    case 'Tab':
      return { type: 'close' }
    default:
      return undefined
  }
}
