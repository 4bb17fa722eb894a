import type { Language } from '#shared/messages.ts'

/** The items of a list in one line: with the Dhivehi comma in Dhivehi. */
export const joinList = (items: readonly string[], language: Language) => items.join(language === 'dv' ? '، ' : ', ')
