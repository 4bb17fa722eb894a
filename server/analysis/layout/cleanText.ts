const invisible = /[\p{Cc}\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu
const presentationForms = /[\ufb00-\ufdef\ufe70-\ufefc]/gu
/** Ligatures that stay as they are: the name of God and the blessing are one sign in Dhivehi text. */
const preserved = new Set(['\ufdf2', '\ufdfa'])
const privateUse = /[\ue000-\uf8ff\ufffe\uffff]/gu

/** The text of a glyph without what only controls its display; a letter for each presentation form. */
export const cleanText = (text: string): string =>
  text
    .replace(/\s+/gu, ' ')
    .replace(invisible, '')
    .replace(presentationForms, (form) => (preserved.has(form) ? form : form.normalize('NFKC')))
    .replace(privateUse, '\ufffd')

export const isMark = (text: string): boolean => /^[\p{Mn}\p{Me}]+$/u.test(text)
