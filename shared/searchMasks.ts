/** What is in the search log in place of personal data, of the name of a party, and of a passage, which may contain some. */
export const searchMasks = {
  email: '[e-mail]',
  card: '[id]',
  number: '[number]',
  party: '[party]',
  passage: '[passage]',
} as const

/** Whether something of a logged query is masked: what was searched is not known. */
export const isMasked = (query: string) => Object.values(searchMasks).some((mask) => query.includes(mask))
