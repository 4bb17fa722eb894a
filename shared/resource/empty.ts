/** Whether nothing is to be seen of a text: spaces, and signs that only say how others are joined or turned. */
export const isBlankText = (text: string) => /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}]*$/u.test(text)

/** Whether nothing was filled in. What nobody sees is no name. */
export const isEmpty = (value: unknown): boolean =>
  typeof value === 'string'
    ? isBlankText(value)
    : value === null || value === undefined || (Array.isArray(value) && value.length === 0)
