/** The values of attributes as they are read from the DOM: what is not allowed is null. */
export const oneOf = <const Value>(values: readonly Value[], found: unknown): Value | null =>
  values.find((value) => value === found) ?? null

export function numberFrom(text: string | null, min: number, max: number): number | null {
  const number = Number(text)
  return text !== null && text !== '' && Number.isInteger(number) && number >= min && number <= max ? number : null
}
