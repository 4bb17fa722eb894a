/** Returns a function that runs work one at a time, in the order of the calls, also after work that fails. */
export function createMutex() {
  let last: Promise<unknown> = Promise.resolve()
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }
}
