import { useMediaQuery } from '@mantine/hooks'

/** The widths from which a screen is small, middling or large, in pixels; under the first it is the smallest. */
const breakpoints = { xs: 0, sm: 320, md: 720, lg: 1024 } as const
type Breakpoint = keyof typeof breakpoints

/** The first drawing is right already. */
const now = { getInitialValueInEffect: false }

export function useBreakpoint(): Breakpoint {
  const isSmall = useMediaQuery(`(min-width: ${breakpoints.sm}px)`, true, now)
  const isMiddling = useMediaQuery(`(min-width: ${breakpoints.md}px)`, true, now)
  const isLarge = useMediaQuery(`(min-width: ${breakpoints.lg}px)`, true, now)
  return isLarge ? 'lg' : isMiddling ? 'md' : isSmall ? 'sm' : 'xs'
}

/** Under the middling width a list is cards. */
export const showsCards = (breakpoint: Breakpoint) => breakpoint === 'xs' || breakpoint === 'sm'
