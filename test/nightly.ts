import { test } from 'vitest'
import { isNightly } from './isNightly.ts'

/** The size of a test: the first in every run, the second in the nightly one. */
export const runs = (short: number, long: number) => (isNightly ? long : short)

/** A test of the nightly run alone: a variant of one that runs always, or one that starts many processes. */
export const nightlyTest = test.runIf(isNightly)

/** The same, where what it needs is there; the title of the test names what is not. */
export const nightlyTestIf = (isPossible: boolean) => test.runIf(isNightly && isPossible)
