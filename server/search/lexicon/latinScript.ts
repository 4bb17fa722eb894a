/** Every syllable of Dhivehi has a vowel: letters without one are no word of it, however they would sound. */
export const isLatin = (word: string) => /^(?=.*[aeiouy])[a-z]{2,}$/.test(word)

/** A name in Latin letters with such words as one, and without the ending of English. */
export const joinNameParts = (name: string): string =>
  name.replace(servant, 'Abdul').replace(owner, '').replace(signOfArabic, '')

const servant = /(?<![a-z])abdh?(?:u[lrsznd]?|[\s-][aeu]l)[\s-]+(?=[a-z]{3})/gi

const owner = /(?<=[a-z]{2})['’]s(?![a-z])/gi
const signOfArabic = /(?<=[a-z])['’‘ʼʻʿʾ`´](?=[a-z])/gi
