import type { Language } from '#shared/messages.ts'
import { isDhivehi } from '#shared/text/language/script.ts'

/** The language and direction of a text; without a letter it is Dhivehi. */
export const scriptOf = (text: string) => (!/\p{L}/u.test(text) || isDhivehi(text) ? scripts.dv : scripts.en)

/** The language and direction of a page. */
export const scripts = { dv: { lang: 'dv', dir: 'rtl' }, en: { lang: 'en', dir: 'ltr' } } as const

const lettersOf = { dv: /[\p{Script=Thaana}\p{Script=Arabic}]/u, en: /\p{Script=Latin}/u } as const

/** The language and direction of a block of a page: its own only if it is wholly in the other script. */
export function otherScriptOf(text: string, page: Language) {
  const other = page === 'dv' ? 'en' : 'dv'
  return lettersOf[other].test(text) && !lettersOf[page].test(text) ? scripts[other] : undefined
}
