/** The same answers, found once for each word; forgotten all at once when there are more than `most`. */
export function remember<Answer>(most: number, find: (word: string) => Answer): (word: string) => Answer {
  const memory = new Map<string, Answer>()
  return (word) => {
    const known = memory.get(word)
    if (known !== undefined) return known
    if (memory.size >= most) memory.clear()
    const found = find(word)
    memory.set(word, found)
    return found
  }
}
