/**
 * The weights of soft matching, chosen on the tuning half of the known items (`bench/relevance`).
 *
 * A correction is the word with the least sum of slips less its frequency (a noisy channel). The unit is a wrong letter, or
 * a letter that is lost or too much, with its vowel sign or without.
 */
export const channelWeights = {
  /** A vowel sign that is wrong, lost or too much, or a letter that is typed twice. */
  sign: 0.5,
  /** A short vowel sign for the long one. */
  length: 0.25,
  /** The letter of the same key or of the next one, or two letters that are exchanged. */
  confused: 0.75,
  /** Taken off for ten times as many cases. */
  frequency: 0.2,
  /** A word is half as likely as one whose score is better by this. */
  halving: 0.5,
  /** A word is no alternative to one that is better by more. */
  margin: 1,
}

/** The scoring signals of near matches, by the inverse document frequency of what they match. */
export const nearMatchWeights = {
  /** A part of the query, in one of its spellings. */
  part: 1,
  /** All parts: added to the weight of each. */
  complete: 1,
  /** Two neighboring parts next to each other. */
  pair: 2,
  /** The likelihood of a word that is next to its neighbors instead of a known one that is not. */
  otherWord: 0.5,
}
