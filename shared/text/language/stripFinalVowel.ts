/** Strips a final u or sukun, which are interchangeable at the end of a word. */
export const stripFinalVowel = (word: string) => word.replace(/(?<=..)[\u07aa\u07b0]$/u, '')
