import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'

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
})

/** Variables that Mantine computes per color scheme. Ours are the same in both, because the tokens depend on the theme. */
const variables = {
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-success': 'var(--good)',
  '--mantine-color-placeholder': 'var(--ink-3)',
  '--menu-item-hover': 'var(--sunken)',
  '--mantine-color-anchor': 'var(--brand-ink)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--sunken)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--line-field)',
  '--mantine-color-dimmed': 'var(--ink-2)',
  '--mantine-color-disabled': 'var(--sunken)',
  '--mantine-color-disabled-color': 'var(--ink-3)',
  '--mantine-color-disabled-border': 'var(--line)',
  '--mantine-primary-color-contrast': 'var(--on-brand)',
  '--mantine-color-brand-text': 'var(--brand-ink)',
  '--mantine-color-brand-filled': 'var(--brand)',
  '--mantine-color-brand-filled-hover': 'var(--brand-2)',
  '--mantine-color-brand-light': 'var(--brand-soft)',
  '--mantine-color-brand-light-hover': 'var(--brand-soft-2)',
  '--mantine-color-brand-light-color': 'var(--brand-ink)',
  '--mantine-color-brand-outline': 'var(--brand)',
  '--mantine-color-brand-outline-hover': 'var(--brand-soft)',
}

export const mantineVariables: CSSVariablesResolver = () => ({
  variables: { '--mantine-color-white': 'var(--surface)', '--mantine-color-black': 'var(--ink)' },
  light: variables,
  dark: variables,
})
