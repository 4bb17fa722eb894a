import { cleanPasted } from '#web/richText/editor/pasted.ts'

/** Cleans pasted HTML of other programs before the schema drops what it does not know. */
export const cleanPastedText = (html: string): string => cleanPasted(html)
