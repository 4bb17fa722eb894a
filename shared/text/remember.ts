/** The same answers, found once for each word; forgotten all at once when there are more than `most`. */
export function remember<Answer>(most: number, find: (word: string) => Answer): (word: string) => Answer {
  const memory = new Map<string, Answer>()
  return (word) => {
    const known = memory.get(word)
    if (known !== undefined) return known
    if (memory.size >= most) memory.clear()
    const own = apart(word)
    const found = find(own)
    memory.set(own, found)
    return found
  }
}

/** A copy of its own: a word that was cut out of a text keeps the whole text in memory. */
const apart = (word: string) => ` ${word}`.slice(1)
