/** Tests with this tag run only with `NIGHTLY=1`. */
export const nightly = { tag: '@nightly' }

/** Tags the variants of a test that are left out of the short run. */
export const nightlyUnless = (isShort: boolean) => (isShort ? {} : nightly)
