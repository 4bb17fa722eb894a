/** `NIGHTLY=1` runs the long versions of the tests: more random inputs, more rounds, larger libraries. */
export const isNightly = process.env['NIGHTLY'] === '1'
