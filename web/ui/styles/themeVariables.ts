import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
  type CSSVariablesResolver,
} from '@mantine/core'
import { mantineTheme } from './theme.ts'

type Variables = ReturnType<CSSVariablesResolver>

/**
 * The variables of Mantine's theme as CSS, for the build: at run time Mantine would write them as HTML, which Trusted
 * Types refuse. What equals Mantine's own style sheet is left out.
 */
export function themeVariables(): string {
  const defaults = defaultCssVariablesResolver(DEFAULT_THEME)
  const ours = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, mantineTheme))
  const changed = (part: keyof Variables, overrides: Variables['variables']): Variables['variables'] => {
    const known: Record<string, string> = defaults[part]
    return Object.fromEntries(
      Object.entries({ ...ours[part], ...overrides }).filter(([name, value]) => known[name] !== value),
    )
  }
  return convertCssVariables(
    { variables: changed('variables', shared), light: changed('light', schemed), dark: changed('dark', schemed) },
    ':root',
  )
}

const shared = { '--mantine-color-white': 'var(--surface)', '--mantine-color-black': 'var(--ink)' }

/** Variables that Mantine computes per color scheme. Ours are the same in both, because the tokens depend on the theme. */
const schemed = {
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
