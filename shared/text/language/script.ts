/** Whether a text is Dhivehi: more than half of its letters are Thaana, vowel signs not counted. */
export function isDhivehi(text: string): boolean {
  const letters = count(text, /\p{L}/gu)
  return letters > 0 && count(text, /\p{Script=Thaana}/gu) - count(text, /[\u07A6-\u07B0]/gu) > letters / 2
}

const count = (text: string, letter: RegExp) => text.match(letter)?.length ?? 0
