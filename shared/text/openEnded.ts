/** A word whose last u or sukun is left open, as they are written either way. */
export const openEnded = (word: string) => word.replace(/(?<=..)[\u07aa\u07b0]$/u, '')
