import { Suspense, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { CaseText } from '#shared/calls/search.ts'
import { formatMoment } from '#shared/text/format/dates.ts'
import { isolate } from '#shared/text/format/isolate.ts'
import { post } from '#web/platform/api/client.ts'
import { printStrings } from '#web/platform/strings/printStrings.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { showAnswer, showToast } from '#web/platform/toasts/toasts.tsx'
import { isCommand } from '#web/platform/typing/thaanaKeyboard.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { lazyWithRetry } from '#web/ui/lazyWithRetry.ts'
import { type PrintedDetails, PrintedCase } from './PrintedCase.tsx'
import { usePrintedPages } from './usePrintedPages.ts'

const PrintDialog = lazyWithRetry(() => import('./PrintDialog.tsx'), 'PrintDialog')

type Props = {
  details: PrintedDetails
  text: CaseText
  /** The element that the reader shows the text in; null until it is mounted. */
  article: HTMLElement | null
  mayPrint: boolean
}

/** Prints a judgment, also by Ctrl+P. One with annotations asks first whether they are printed. */
export function PrintCaseButton(props: Props) {
  const { details, text, mayPrint } = props
  const strings = printStrings[useLanguage()]
  const { reader } = useStrings()
  const button = useRef<HTMLButtonElement>(null)
  const [dialog, setDialog] = useState<'never' | 'open' | 'closed'>('never')
  const { print, printed } = usePrinting(props)
  const ask = () => {
    if (!mayPrint) showToast('caution', reader.mayNotPrint)
    else if (text.annotations.length > 0) setDialog('open')
    else void print(false)
  }
  const close = () => {
    setDialog('closed')
    button.current?.focus({ preventScroll: true })
  }
  usePrintKey(ask, mayPrint)
  return (
    <>
      <IconButton ref={button} icon="print" label={strings.print} onClick={ask} />
      {dialog !== 'never' && (
        <Suspense>
          <PrintDialog
            opened={dialog === 'open'}
            onClose={close}
            onPrint={(withAnnotations) => {
              close()
              void print(withAnnotations)
            }}
          />
        </Suspense>
      )}
      {printed && <PrintedCase details={details} text={text} {...printed} />}
    </>
  )
}

type Printed = { judgment: Element; withAnnotations: boolean }

/** The server counts a print before it is made, or rejects it. One from the browser's menu can only be counted. */
function usePrinting({ details, article, mayPrint }: Props) {
  const marginsOf = usePageMargins(details)
  const [printed, setPrinted] = useState<Printed>()
  const asked = useRef<{ withAnnotations: boolean }>(undefined)
  const latest = useRef({ article, mayPrint })
  useEffect(() => {
    latest.current = { article, mayPrint }
  })
  const { reference } = details
  const count = () => (reference === undefined ? undefined : post('g/print', { Reference: reference }))

  usePrintedPages({
    onBefore: () => {
      const judgment = article?.querySelector('[data-judgment]')
      if (!judgment || !mayPrint) return undefined
      if (!asked.current) void count()
      flushSync(() => setPrinted({ judgment, withAnnotations: asked.current?.withAnnotations ?? false }))
      return marginsOf()
    },
    onAfter: () => {
      asked.current = undefined
      setPrinted(undefined)
    },
  })

  const print = async (withAnnotations: boolean) => {
    const answer = await count()
    if (answer?.Status === 'error') {
      showAnswer(answer)
      return
    }
    // Left meanwhile: the page behind it would be printed.
    if (!latest.current.article?.isConnected || !latest.current.mayPrint) return
    asked.current = { withAnnotations }
    // Some browsers return at once, and print later.
    window.print()
  }
  return { print, printed }
}

/** The running head: the court and the title, and the case number; at the foot the pages, and the day of printing. */
function usePageMargins({ court, title, case_numbers }: PrintedDetails) {
  const language = useLanguage()
  const { product } = useStrings()
  const number = case_numbers[0]?.number ?? ''
  return () => ({
    title: [court.name, number].filter((part) => part !== '').join(' '),
    margins: {
      direction: 'rtl' as const,
      head: { start: [court.name, shorten(title)].filter((part) => part !== '').join(' · '), end: isolate(number) },
      pages: printStrings[language].pages,
      foot: `${product} · ${isolate(formatMoment(new Date().toISOString(), language))}`,
    },
  })
}

const head_letters = 70

/** The start of a title, cut at a word if it has any. */
function shorten(title: string) {
  if (title.length <= head_letters) return title
  const space = title.lastIndexOf(' ', head_letters)
  return `${title.slice(0, space === -1 ? head_letters : space)}\u00a0…`
}

/** Ctrl+P, also on a Thaana keyboard, whose `key` is the Thaana letter. */
function usePrintKey(onPrint: () => void, enabled: boolean) {
  useEffect(() => {
    if (!enabled) return undefined
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isCommand(event, 'p') || event.shiftKey || event.altKey) return
      event.preventDefault()
      onPrint()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  })
}
