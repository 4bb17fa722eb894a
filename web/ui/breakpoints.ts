import { useMediaQuery } from '@mantine/hooks'

/** The minimum widths of the screen sizes, in pixels. */
const breakpoints = { xs: 0, sm: 320, md: 720, lg: 1024 } as const
type Breakpoint = keyof typeof breakpoints

/** The first render uses the media query already. */
const noInitialEffect = { getInitialValueInEffect: false }

export function useBreakpoint(): Breakpoint {
  const isSmall = useMediaQuery(`(min-width: ${breakpoints.sm}px)`, true, noInitialEffect)
  const isMedium = useMediaQuery(`(min-width: ${breakpoints.md}px)`, true, noInitialEffect)
  const isLarge = useMediaQuery(`(min-width: ${breakpoints.lg}px)`, true, noInitialEffect)
  return isLarge ? 'lg' : isMedium ? 'md' : isSmall ? 'sm' : 'xs'
}

/** Below the medium width, lists are shown as cards. */
export const showsCards = (breakpoint: Breakpoint) => breakpoint === 'xs' || breakpoint === 'sm'
