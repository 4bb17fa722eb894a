/** The answers that were asked for last, to be found again at once. */
export type Recent<Answer> = { get: (key: string, make: () => Answer) => Answer; forget: () => void }

export function keepRecent<Answer>(most: number): Recent<Answer> {
  const answers = new Map<string, Answer>()
  return {
    get: (key, make) => {
      const answer = answers.get(key) ?? make()
      // Put behind all others: the first is the one that was not asked for the longest.
      answers.delete(key)
      answers.set(key, answer)
      const [oldest] = answers.keys()
      if (answers.size > most && oldest !== undefined) answers.delete(oldest)
      return answer
    },
    forget: () => answers.clear(),
  }
}
