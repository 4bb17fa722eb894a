import type { Entry, Layout } from './navigation.ts'

type Question = { layout: Layout; menu: readonly Entry[]; width: 'wide' | 'middle' | 'narrow' }

/** Where the menu stands. A menu that leads only to where one is already is left out, except at the side. */
export function arrange({ layout, menu, width }: Question): 'side' | 'top' | 'drawer' | 'none' {
  if (layout === 'plain' || layout === 'bare' || menu.length === 0) return 'none'
  if (layout === 'main' && width === 'wide') return 'side'
  const links = menu.flatMap(({ children }) => children ?? [])
  if (links.length < 2) return 'none'
  return width === 'narrow' ? 'drawer' : 'top'
}
