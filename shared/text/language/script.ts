/** Whether a text is Dhivehi: more than half of its letters are Thaana, vowel signs not counted. */
export function isDhivehi(text: string): boolean {
  const letters = count(text, /\p{L}/gu)
  return letters > 0 && count(text, /\p{Script=Thaana}/gu) - count(text, /[\u07A6-\u07B0]/gu) > letters / 2
}

const count = (text: string, letter: RegExp) => text.match(letter)?.length ?? 0

/** Whether a word in lower-case Latin letters may be transliterated Dhivehi: each syllable of it has a vowel. */
export const mayBeTransliterated = (word: string) => /^(?=.*[aeiouy])[a-z]{2,}$/.test(word)

/** Joins the parts of Arabic names, such as `Abdul Rahman`, and removes the English possessive and apostrophes. */
export const joinNameParts = (name: string): string =>
  name.replace(servant, 'Abdul').replace(owner, '').replace(signOfArabic, '')

const servant = /(?<![a-z])abdh?(?:u[lrsznd]?|[\s-][aeu]l)[\s-]+(?=[a-z]{3})/gi

const owner = /(?<=[a-z]{2})['’]s(?![a-z])/gi
const signOfArabic = /(?<=[a-z])['’‘ʼʻʿʾ`´](?=[a-z])/gi
