/** Values that the schemas of the search calls and the web share at run time; without zod, which the web does not bundle. */

/** The searchable document types, spelled as on the wire. */
export const searchTypes = ['CaseFile', 'Phrase'] as const
export type SearchType = (typeof searchTypes)[number]

export const sorts = ['relevance', 'newest', 'oldest'] as const
export type Sort = (typeof sorts)[number]

/** The public reference of a case file or a phrase: random, base 58. */
export const referencePattern = /^[1-9A-HJ-NP-Za-km-z]{8,24}$/
