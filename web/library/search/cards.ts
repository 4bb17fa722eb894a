import type { CaseCard, PhraseCard, SearchResult } from '#shared/calls/search.ts'

/** A page of results, discriminated by the type of its cards. */
type Page = { type: 'CaseFile'; cards: CaseCard[] } | { type: 'Phrase'; cards: PhraseCard[] }

const isCaseCard = (card: CaseCard | PhraseCard): card is CaseCard => 'case_numbers' in card

export function pageOf(type: 'CaseFile' | 'Phrase', { data, redirect }: Pick<SearchResult, 'data' | 'redirect'>): Page {
  return type === 'CaseFile'
    ? { type, cards: exactFirst(data.filter(isCaseCard), redirect) }
    : { type, cards: data.filter((card): card is PhraseCard => !isCaseCard(card)) }
}

/** The case whose number was searched for is first, regardless of its relevance. */
export function exactFirst<Card extends { reference: string }>(cards: Card[], reference: string | null): Card[] {
  const exact = cards.find((card) => card.reference === reference)
  return exact ? [exact, ...cards.filter((card) => card !== exact)] : cards
}

/** `148`, or `10,000+` where counting stopped. */
export function formatCount(count: number, isExact: boolean): string {
  const digits = count.toLocaleString('en-US')
  return isExact ? digits : `${digits}+`
}
