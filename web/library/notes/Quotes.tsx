import { type ReactNode, useEffect, useRef } from 'react'
import type { Note } from '#shared/calls/notes.ts'
import { isDhivehi } from '#shared/text/language/script.ts'
import { type DiffPart, wordDiff } from '#shared/text/wordDiff.ts'
import { noteStrings } from '#web/platform/strings/noteStrings.ts'
import { useLanguage } from '#web/platform/strings/strings.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { FreeText } from '#web/ui/Text.tsx'
import styles from './Quotes.module.css'

type QuoteProps = { label?: string; isProtected?: boolean; children: string }

/** A quotation of the judgment. It is copied like the text; where it is outside of the reader, it is protected itself. */
export function Quote({ label, isProtected = false, children }: QuoteProps) {
  return (
    <QuoteFrame label={label} text={children} isProtected={isProtected}>
      <FreeText>{children}</FreeText>
    </QuoteFrame>
  )
}

/** A text before and after a change, each with its own words marked. */
export function WordDifference({ before, after }: { before: string; after: string }) {
  const strings = noteStrings[useLanguage()]
  const parts = wordDiff(before, after)
  return (
    <>
      <QuoteFrame label={strings.before} text={before}>
        {drawSide(parts, 'removed')}
      </QuoteFrame>
      <QuoteFrame label={strings.after} text={after}>
        {drawSide(parts, 'added')}
      </QuoteFrame>
    </>
  )
}

/** What was saved elsewhere for a note that is edited here: the next save replaces it. */
export function SavedElsewhere({ note: { Title, Description } }: { note: Note }) {
  const strings = noteStrings[useLanguage()]
  const shown = useRef<HTMLDivElement>(null)
  useEffect(() => {
    shown.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={shown}>
      <Alert tone="bad">{strings.savedElsewhere}</Alert>
      <Quote>{Title}</Quote>
      <Quote>{Description}</Quote>
    </div>
  )
}

const tags = { removed: 'del', added: 'ins' } as const

function drawSide(parts: readonly DiffPart[], side: 'removed' | 'added'): ReactNode {
  const Tag = tags[side]
  return parts
    .filter(({ kind }) => kind === 'same' || kind === side)
    .map(({ kind, text }, index) => {
      const drawn = <FreeText>{text}</FreeText>
      return kind === 'same' ? (
        <span key={index}>{drawn}</span>
      ) : (
        <Tag key={index} className={styles[side]}>
          {drawn}
        </Tag>
      )
    })
}

type FrameProps = { label: string | undefined; text: string; isProtected?: boolean; children: ReactNode }

function QuoteFrame({ label, text, isProtected = false, children }: FrameProps) {
  return (
    <div className={styles.quote}>
      {label !== undefined && <span className={styles.label}>{label}</span>}
      <blockquote
        lang="dv"
        dir={isDhivehi(text) ? 'rtl' : 'auto'}
        data-quote=""
        data-protected={isProtected || undefined}
      >
        {children}
      </blockquote>
    </div>
  )
}
