import { skeletonOf } from './skeleton.ts'

/** The skeletons of words divided by spaces. */
export const skeletonsOf = (words: string): ReadonlySet<string> =>
  new Set(words.split(' ').map((word) => skeletonOf(word).text))

/** The skeletons of phrases divided by commas. */
export const skeletonsOfPhrases = (phrases: string) => phrases.split(', ').map((phrase) => skeletonOf(phrase))
