import { useSyncExternalStore } from 'react'
import { languageChoice } from '#web/choices.ts'
import type { Language } from '#shared/messages.ts'
import { dv } from './dv.ts'
import type { Shape } from './shape.ts'

/** Every sentence of the screens. */
export type Strings = Shape<typeof dv>

/** The name that this installation gives the product, when it is another: the server writes it into the page. */
const given = typeof document === 'undefined' ? null : document.querySelector('meta[name="application-name"]')

const named = (strings: Strings): Strings => ({
  ...strings,
  product: given?.getAttribute('content') ?? strings.product,
})

/** Dhivehi is always at hand; English comes to those who read it. */
const dictionaries: Record<'dv', Strings> & Partial<Record<Language, Strings>> = { dv: named(dv) }
const listeners = new Set<() => void>()

/** Brings the words of a language. Until they are there, also when they cannot be had, everything is said in Dhivehi. */
export async function bringStrings(language: Language): Promise<void> {
  if (dictionaries[language]) return
  const { en } = await import('./en.ts')
  dictionaries[language] = named(en)
  for (const listener of listeners) listener()
}

/** The words of a language that has been brought. */
export const stringsOf = (language: Language): Strings => dictionaries[language] ?? dictionaries.dv
export const directionOf = (language: Language) => (language === 'dv' ? 'rtl' : 'ltr')

/** The language in which the screens speak at this moment. */
const spoken = (): Language => (dictionaries[languageChoice.get()] ? languageChoice.get() : 'dv')

/** The dictionary of the moment, for code that is not drawn. */
export const currentStrings = () => stringsOf(spoken())

export const useLanguage = (): Language => useSyncExternalStore(follow, spoken)
export const useStrings = (): Strings => stringsOf(useLanguage())

function follow(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

languageChoice.subscribe(() => {
  for (const listener of listeners) listener()
  // Whoever is without a connection reads on in Dhivehi, and asks again with the next press.
  bringStrings(languageChoice.get()).catch(() => undefined)
})
