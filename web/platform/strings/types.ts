/** A dictionary's shape: Dhivehi is the original, every other language has the same keys. */
export type Shape<Part> = {
  [Key in keyof Part]: Part[Key] extends string
    ? string
    : Part[Key] extends (...values: infer Values) => string
      ? (...values: Values) => string
      : Shape<Part[Key]>
}
