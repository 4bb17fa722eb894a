import type { KeyboardEvent } from 'react'

/** Whether an Escape key press closes an open dropdown, so that the dialog under it must stay open. */
export const closesDropdown = ({ key, target }: KeyboardEvent) =>
  key === 'Escape' && target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true'
