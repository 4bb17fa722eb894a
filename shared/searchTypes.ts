/** What the calls of the search and the web both ask at run time; free of zod, which the web does not carry. */

/** Types of things that are searched; spelled as on the wire. */
export const searchTypes = ['CaseFile', 'Phrase'] as const
export type SearchType = (typeof searchTypes)[number]

export const sorts = ['relevance', 'newest', 'oldest'] as const
export type Sort = (typeof sorts)[number]

/** The public name of a case file or a phrase: base 58, random. */
export const referencePattern = /^[1-9A-HJ-NP-Za-km-z]{8,24}$/
