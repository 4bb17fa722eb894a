import { Link } from '@tanstack/react-router'
import type { MouseEvent, PointerEvent, ReactNode } from 'react'
import { routes } from '#web/platform/paths.ts'
import { type Search, writeSearch } from './searchUrl.ts'

type Props = {
  search: Search
  className?: string | undefined
  'aria-label'?: string | undefined
  onPointerDown?: (event: PointerEvent) => void
  onClick?: (event: MouseEvent) => void
  children: ReactNode
}

/**
 * A link to another search state, which can be copied and opened in a new tab. Opening a modal keeps the scroll
 * position.
 */
export function SearchLink({ search, ...rest }: Props) {
  return (
    <Link
      {...rest}
      to={routes.home}
      search={writeSearch(search)}
      resetScroll={false}
      state={{ openedHere: true }}
      activeOptions={{ exact: true, includeSearch: true }}
    />
  )
}
