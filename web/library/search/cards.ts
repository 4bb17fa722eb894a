import type { CaseCard, PhraseCard, SearchResult } from '#shared/calls/search.ts'

/** One page of results, told apart by what lies on it. */
export type Page = { type: 'CaseFile'; cards: CaseCard[] } | { type: 'Phrase'; cards: PhraseCard[] }

const isCaseCard = (card: CaseCard | PhraseCard): card is CaseCard => 'case_numbers' in card

export function pageOf(type: 'CaseFile' | 'Phrase', { data, redirect }: Pick<SearchResult, 'data' | 'redirect'>): Page {
  return type === 'CaseFile'
    ? { type, cards: exactFirst(data.filter(isCaseCard), redirect) }
    : { type, cards: data.filter((card): card is PhraseCard => !isCaseCard(card)) }
}

/** The case whose number was asked for stands first, wherever its relevance would put it. */
export function exactFirst<Card extends { reference: string }>(cards: Card[], reference: string | null): Card[] {
  const exact = cards.find((card) => card.reference === reference)
  return exact ? [exact, ...cards.filter((card) => card !== exact)] : cards
}

/** `148`, or `10,000+` where nobody counted further. */
export function countShown(count: number, isExact: boolean): string {
  const figures = count.toLocaleString('en-US')
  return isExact ? figures : `${figures}+`
}
