import { isDhivehi } from '#shared/text/language/script.ts'

/** The language and direction of a text; without a letter it is Dhivehi. */
export const scriptOf = (text: string) =>
  !/\p{L}/u.test(text) || isDhivehi(text) ? { lang: 'dv', dir: 'rtl' } : { lang: 'en', dir: 'ltr' }
