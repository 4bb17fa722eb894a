import type { KeyboardEvent } from 'react'

/** Escape that an open list of choices takes for itself: what stands under the list stays open. */
export const closesList = ({ key, target }: KeyboardEvent) =>
  key === 'Escape' && target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true'
