import { isolate } from '#shared/text/format/isolate.ts'

/** The strings of typing, suggestions and filters, in English. */
export const findingEn = {
  help: 'Help with searching',

  typing: {
    toggle: 'Type in Thaana',
    letter: 'ހ',
    withKey: (label: string, key: string) => `${label} (${key})`,
  },

  facets: {
    title: 'Narrow the results',
    more: (count: number) => `${count} more`,
    fewer: 'Show fewer',
    cases: (count: number) => (count === 1 ? '1 case' : `${count} cases`),
    done: (count: string) => `Show ${isolate(count)} results`,
  },

  suggest: {
    label: 'Suggestions',
    kinds: {
      number: 'Case numbers',
      party: 'Parties',
      judge: 'Judges',
      court: 'Courts',
      phrase: 'Phrases',
      word: 'Words',
    },
  },

  hints: {
    didYouMean: 'Did you mean: {query}',
    split: 'Search for it as two words: {query}',
    understood: 'Also searched for: {query}',
    /** A link: without the words that were searched in addition. */
    exactly: 'Search exactly what I typed',
    ambiguous: (cases: number) =>
      cases === 1 ? 'Is this the case you mean?' : 'This number may mean one of these cases. Choose one',
    missing: 'There is no case of this number in the library',
    found: 'The case of this number does not fit the chosen filters',
    nearest: 'The nearest numbers',
    kinds: { judge: 'Judge', court: 'Court', party: 'Party' },
    cases: (count: number) => (count === 1 ? '{count} case' : '{count} cases'),
    only: 'Show only these cases',
  },

  near: {
    title: 'Near matches',
    lead: 'Cases that have some of the words, a word in another spelling, or another word for the same',
  },

  steps: {
    label: 'Results',
    /** The word before the position among the results. */
    result: 'Result',
    previous: 'Previous result',
    next: 'Next result',
    position: (position: number, count: number) => `Result ${position} of ${count}`,
  },

  /** The label of a passage in a paragraph without a number. */
  passage: 'View this place',
  paragraph: (number: number) => `Paragraph ${number}`,
}
