import { isolate } from '#shared/text/format/isolate.ts'
import type { Strings } from './types.ts'

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

/** The strings of the search page and its results, in English. */
export const searchEn: Strings['search'] = {
  title: 'Search',
  type: 'What to search',
  types: { CaseFile: 'Case files', Phrase: 'Phrases' },
  placeholder: { CaseFile: 'Search case files…', Phrase: 'Search phrases…' },
  query: 'Words to search for',
  submit: 'Search',
  clearQuery: 'Clear the words',
  filter: 'Filter',
  filterCount: (count) => `Filter ${count} chosen`,
  problems: {
    empty: 'Enter something to search for',
    short: (letters) => `Must be at least ${letters} letters`,
    long: (letters) => `At most ${letters} characters`,
  },
  found: (count) => (count === 1 ? '{count} result found' : '{count} results found'),
  foundFor: (count) => (count === 1 ? '{count} result found for “{query}”' : '{count} results found for “{query}”'),
  pageOf: (page, pages) => `Page ${page} of ${pages}`,
  results: 'Results',
  loading: 'Searching…',
  sort: 'Order',
  sorts: { relevance: 'Relevance', newest: 'Newest first', oldest: 'Oldest first' },
  chosen: 'Chosen filters',
  clearAll: 'Clear all filters',
  remove: (what) => `Remove ${isolate(what)}`,

  fields: {
    types: 'Case types',
    number: 'Case number',
    closed: 'Closed date',
    from: 'From',
    to: 'To',
    courts: 'Court',
    judges: 'Judges',
    claimant: 'Claimant',
    respondant: 'Respondent',
    statuses: 'Status',
    years: 'Year',
  },
  advanced: {
    title: 'Advanced search',
    reset: 'Reset',
    choose: 'Select',
    nothing: 'No results found!',
    failed: 'Failed to fetch data. Please try again!',
    notADay: `Write the date as ${isolate('YYYY-MM-DD')}`,
    reversed: 'The first day must not be after the last',
    pickDay: (which) => `${which}: pick from the calendar`,
    nextMonth: 'Next month',
    previousMonth: 'Previous month',
    nextYear: 'Next year',
    previousYear: 'Previous year',
    nextDecade: 'Next ten years',
    previousDecade: 'Previous ten years',
  },

  card: {
    closed: 'Closed',
    claimant: 'Claimant',
    respondant: 'Respondent',
    content: 'View content',
    details: 'View details',
    newTab: 'New tab',
    matches: 'Found in the text',
    exact: 'The case of this number',
    meaning: 'View meaning',
    usedCases: 'Used in cases',
    of: (act, what) => `${act}: ${isolate(what)}`,
  },
  exact: {
    found: 'There is a case of this number: {number}',
    open: 'Open the case',
    again: 'Pressing Enter once more opens it too',
  },
  empty: {
    title: 'No results found!',
    searched: 'Searched for “{query}”',
    filtered: 'No case file fits the chosen filters',
    unquoted: 'Search without quotes',
    plain: 'Search for the words only',
    shorter: 'Try fewer or shorter words',
    other: { CaseFile: 'Search phrases instead', Phrase: 'Search case files instead' },
    change: 'Change the words',
  },
  pastEnd: {
    title: 'There is no such page',
    more: (pages) => (pages === 1 ? 'There is 1 page' : `There are ${pages} pages`),
    last: 'Go to the last page',
    first: 'Go to the first page',
  },
  failed: 'The search failed',
}
