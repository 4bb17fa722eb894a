/** Names a note in the margin for the sign in the text that opens it. Keys are made by people, ids may hold no space. */
export const marginNoteId = (key: string) => `note-${encodeURIComponent(key)}`

/** There is one note over the text at most. */
export const popoverId = 'opened-note'
