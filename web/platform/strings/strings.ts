import { useSyncExternalStore } from 'react'
import { languagePreference } from '#web/platform/preferences/preferences.ts'
import type { Language } from '#shared/messages.ts'
import { loadWithRetry } from '#web/ui/lazyWithRetry.ts'
import { dv } from './dv.ts'
import type { Strings } from './types.ts'

/** The product name of this installation, if it differs: the server writes it into the page. */
const productMeta = typeof document === 'undefined' ? null : document.querySelector('meta[name="application-name"]')

const withProductName = (strings: Strings): Strings => ({
  ...strings,
  product: productMeta?.getAttribute('content') ?? strings.product,
})

/** Dhivehi is in the bundle; English is loaded on demand. */
const dictionaries: Record<'dv', Strings> & Partial<Record<Language, Strings>> = { dv: withProductName(dv) }
const listeners = new Set<() => void>()

/** Loads the strings of a language, once. Until then, and if loading fails, the strings are in Dhivehi. */
export async function loadStrings(language: Language): Promise<void> {
  if (dictionaries[language]) return
  const { en } = await import('./en.ts')
  dictionaries[language] = withProductName(en)
  for (const listener of listeners) listener()
}

/** The strings of a language, if loaded, else in Dhivehi. */
export const stringsOf = (language: Language): Strings => dictionaries[language] ?? dictionaries.dv
export const directionOf = (language: Language) => (language === 'dv' ? 'rtl' : 'ltr')

/** The language of the strings on screen: the preference, once its strings are loaded. */
export const activeLanguage = (): Language => (dictionaries[languagePreference.get()] ? languagePreference.get() : 'dv')

/** The current strings, for code outside components. */
export const currentStrings = () => stringsOf(activeLanguage())

export const useLanguage = (): Language => useSyncExternalStore(subscribe, activeLanguage)
export const useStrings = (): Strings => stringsOf(useLanguage())

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Loads the strings of the preferred language, and tries again if that fails or there is no connection. */
export function loadPreferredStrings() {
  loadWithRetry(() => loadStrings(languagePreference.get())).catch(() => undefined)
}

languagePreference.subscribe(() => {
  for (const listener of listeners) listener()
  loadPreferredStrings()
})
