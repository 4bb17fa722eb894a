import { createContext, use } from 'react'

/** How many files of a form are on their way counts up and down. */
const SendingContext = createContext<(by: 1 | -1) => void>(() => undefined)
export const SendingProvider = SendingContext.Provider

/** Has the form around wait with its save until what is sent has arrived, or will not. */
export function useWaitedFor() {
  const count = use(SendingContext)
  return async <Result>(sending: Promise<Result>): Promise<Result> => {
    count(1)
    try {
      return await sending
    } finally {
      count(-1)
    }
  }
}
