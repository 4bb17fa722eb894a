/** Whether a text has no visible character: only spaces, joiners and direction marks. */
export const isBlankText = (text: string) => /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}]*$/u.test(text)

/** Whether a field value is empty; text without a visible character is empty. */
export const isEmpty = (value: unknown): boolean =>
  typeof value === 'string'
    ? isBlankText(value)
    : value === null || value === undefined || (Array.isArray(value) && value.length === 0)
