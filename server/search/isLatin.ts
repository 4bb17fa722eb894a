/** Every syllable of Dhivehi has a vowel: letters without one are no word of it, however they would sound. */
export const isLatin = (word: string) => /^(?=.*[aeiouy])[a-z]{2,}$/.test(word)
