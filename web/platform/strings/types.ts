import type { dv } from './dv.ts'

/** Every string of the user interface. */
export type Strings = Shape<typeof dv>

/** The shape of a dictionary: the other languages have the keys of Dhivehi. */
export type Shape<Part> = {
  [Key in keyof Part]: Part[Key] extends string
    ? string
    : Part[Key] extends (...values: infer Values) => string
      ? (...values: Values) => string
      : Shape<Part[Key]>
}
