/**
 * How FTS5 finds the words of a column. It is given words with a space between them, and nothing else: what a word is,
 * `shared/text` alone decides. So the quickest will do, which takes all that is not ASCII for letters.
 */
export const tokenizer = 'ascii'
