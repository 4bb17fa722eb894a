import { useEffect } from 'react'
import { blockSelector } from '#shared/delta/blocks.ts'

/** The block of the text at which the reader opens: it is set apart for a moment. */
export function useLanding(article: HTMLElement | null, number: number | undefined): Element | undefined {
  const block = number === undefined ? undefined : blockAt(article, number)
  useEffect(() => {
    block?.setAttribute('data-landed', '')
    return () => block?.removeAttribute('data-landed')
  }, [block])
  return block
}

/** The footnotes at the end are no blocks of the text, but are counted behind them. */
function blockAt(article: HTMLElement | null, number: number): Element | undefined {
  const blocks = article?.querySelector('[data-judgment]')?.querySelectorAll(blockSelector)
  return blocks?.[number - 1] ?? article?.querySelectorAll('[data-note]')[number - 1 - (blocks?.length ?? 0)]
}
