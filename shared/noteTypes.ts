/** What readers note on the text of a case (specification, end-user §3). Apart from the calls, because those import zod. */
export const noteTypes = ['General', 'Positive', 'Neutral', 'Warning', 'Cautionary'] as const
export type NoteType = (typeof noteTypes)[number]
export const noteCategories = ['editorial', 'usul'] as const
export type NoteCategory = (typeof noteCategories)[number]
