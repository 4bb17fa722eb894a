/** The letters in the order of the alphabet, without the dotted ones. */
const letters = 'ހށނރބޅކއވމފދތލގޏސޑޒޓޔޕޖޗ'

/** The number of an item of a list that counts in letters, from 1: ހ to ޗ, then ހހ, ހށ and so on. */
export function thaanaNumber(count: number): string {
  const rest = count - 1
  const last = letters.charAt(rest % letters.length)
  return rest < letters.length ? last : thaanaNumber(Math.floor(rest / letters.length)) + last
}
