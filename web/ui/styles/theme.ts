import { createTheme, type MantineColorsTuple } from '@mantine/core'

/** Mantine needs ten shades of each color; our tokens are a few roles, which each theme defines. */
const shades = (soft: string, soft2: string, full: string, full2: string, ink: string): MantineColorsTuple => [
  soft,
  soft,
  soft2,
  soft2,
  full2,
  full,
  full,
  full2,
  ink,
  ink,
]

const role = (name: 'good' | 'caution' | 'bad' | 'note') =>
  shades(`var(--${name}-soft)`, `var(--${name}-soft)`, `var(--${name})`, `var(--${name})`, `var(--${name})`)

const fade = { defaultProps: { transitionProps: { transition: 'fade', duration: 120 } } }

export const mantineTheme = createTheme({
  primaryColor: 'brand',
  primaryShade: 6,
  white: 'var(--surface)',
  black: 'var(--ink)',
  colors: {
    brand: shades('var(--brand-soft)', 'var(--brand-soft-2)', 'var(--brand)', 'var(--brand-2)', 'var(--brand-ink)'),
    red: role('bad'),
    green: role('good'),
    yellow: role('caution'),
    blue: role('note'),
    gray: [
      'var(--sunken)',
      'var(--sunken)',
      'var(--line)',
      'var(--line)',
      'var(--line-field)',
      'var(--ink-3)',
      'var(--ink-3)',
      'var(--ink-2)',
      'var(--ink-2)',
      'var(--ink)',
    ],
    dark: [
      'var(--ink)',
      'var(--ink-2)',
      'var(--ink-3)',
      'var(--ink-3)',
      'var(--line-field)',
      'var(--line)',
      'var(--surface)',
      'var(--ground)',
      'var(--sunken)',
      'var(--ground)',
    ],
  },
  fontFamily: 'var(--font-ui)',
  fontFamilyMonospace: 'var(--font-number)',
  headings: { fontFamily: 'var(--font-ui)', fontWeight: '680' },
  fontSizes: {
    xs: 'var(--text-xs)',
    sm: 'var(--text-sm)',
    md: 'var(--text-md)',
    lg: 'var(--text-lg)',
    xl: 'var(--text-xl)',
  },
  lineHeights: { xs: '1.6', sm: '1.6', md: '1.6', lg: '1.6', xl: '1.5' },
  spacing: {
    xs: 'var(--space-2)',
    sm: 'var(--space-3)',
    md: 'var(--space-4)',
    lg: 'var(--space-5)',
    xl: 'var(--space-6)',
  },
  radius: {
    xs: 'var(--radius-s)',
    sm: 'var(--radius-s)',
    md: 'var(--radius-m)',
    lg: 'var(--radius-l)',
    xl: 'var(--radius-full)',
  },
  defaultRadius: 'md',
  shadows: {
    xs: 'var(--shadow-1)',
    sm: 'var(--shadow-1)',
    md: 'var(--shadow-2)',
    lg: 'var(--shadow-2)',
    xl: 'var(--shadow-2)',
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Next to its field, because a portal at the end of the page is outside of all landmarks; fixed, so that no dialog
    // cuts it; and on the side with more space once its choices are loaded. Close to it, or the tops of the letters of its
    // description would be seen between both.
    Combobox: {
      defaultProps: {
        withinPortal: false,
        floatingStrategy: 'fixed',
        preventPositionChangeWhenVisible: false,
        offset: 2,
      },
    },
    // Without a transform, within which a fixed element would not be fixed.
    Modal: fade,
    ModalRoot: fade,
  },
})
