const invisible = '[\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2069\\ufeff]*'
/** Two vowel signs on one letter. */
export const filiTwice = new RegExp(`[ަ-ް](?:${invisible}[ަ-ް])+`, 'g')
/** A vowel sign without a letter. */
export const filiAlone = new RegExp(`(?<![ހ-ޥޱﷲ]${invisible}|[ަ-ް]${invisible})[ަ-ް]`, 'g')
