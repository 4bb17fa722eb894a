import { languageChoice, useChoice } from '#web/choices.ts'
import type { Language } from '#shared/messages.ts'
import { dv } from './dv.ts'
import { en } from './en.ts'
import type { Shape } from './shape.ts'

/** Every sentence of the screens. */
export type Strings = Shape<typeof dv>

/** The name that this installation gives the product, when it is another: the server writes it into the page. */
const given = typeof document === 'undefined' ? null : document.querySelector('meta[name="application-name"]')

const named = (strings: Strings): Strings => ({
  ...strings,
  product: given?.getAttribute('content') ?? strings.product,
})

const dictionaries: Record<Language, Strings> = { dv: named(dv), en: named(en) }

export const stringsOf = (language: Language): Strings => dictionaries[language]
export const directionOf = (language: Language) => (language === 'dv' ? 'rtl' : 'ltr')

/** The dictionary of the moment, for code that is not drawn. */
export const currentStrings = () => stringsOf(languageChoice.get())

export const useLanguage = (): Language => useChoice(languageChoice)
export const useStrings = (): Strings => stringsOf(useLanguage())
