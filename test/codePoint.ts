import fc from 'fast-check'

/**
 * Any code point but half of a surrogate pair, as a unit of `fc.string`. The unit `binary` of fast-check is the same, but lists
 * all code points once in each process, which takes a second.
 */
export const codePoint = fc
  .integer({ min: 0, max: 0x10_f7ff })
  .map((index) => String.fromCodePoint(index < 0xd800 ? index : index + 0x800))
