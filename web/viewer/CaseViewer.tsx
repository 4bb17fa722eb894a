import { Tabs } from '@mantine/core'
import { type ReactNode, Suspense, useState } from 'react'
import type { Searched } from '#web/reader/findInText.ts'
import { usePageTitle } from '#web/shell/pageTitle.ts'
import { useStrings } from '#web/strings/strings.ts'
import { EmptyState, ErrorState } from '#web/ui/States.tsx'
import { later } from '#web/ui/later.ts'
import { CaseNews } from './CaseNews.tsx'
import { caseName } from './caseName.ts'
import { Details } from './Details.tsx'
import { MissingCase } from './MissingCase.tsx'
import { DetailsSkeleton, PaperSkeleton } from './Skeletons.tsx'
import { type CaseState, useCase, type ViewerTab } from './useCase.ts'
import type { Around } from './ResultSteps.tsx'
import { ViewerBar } from './ViewerBar.tsx'
import styles from './CaseViewer.module.css'

const Reader = later(() => import('#web/reader/Reader.tsx'), 'Reader')

type Props = {
  reference: string
  tab: ViewerTab
  onTab: (tab: ViewerTab) => void
  /** What was searched. */
  searched?: Searched
  /** The block of the text at which it opens; without one, the best place for the words. */
  paragraph?: number | undefined
  around?: Around | undefined
  /** The address of the case on a page of its own. */
  apart?: string | undefined
  /** With it the viewer stands over a page, and can be closed. */
  onClose?: () => void
  /** Where one goes from a case that is not there. */
  wayBack: ReactNode
}

const noSearch: Searched = { query: '', marks: [] }

/** A case: what is known about it, and its text. */
export function CaseViewer({ reference, tab, onTab, searched = noSearch, paragraph, onClose, wayBack, ...bar }: Props) {
  const state = useCase(reference, tab)
  const [tools, setTools] = useState<HTMLElement | null>(null)
  usePageTitle(state.at === 'here' ? caseName(state.details) : undefined)
  if (state.at === 'not-found') return <MissingCase wayBack={wayBack} />
  return (
    <Tabs
      className={styles.viewer}
      value={tab}
      onChange={(chosen) => onTab(chosen === 'text' ? 'text' : 'details')}
      keepMounted={false}
      data-over={onClose ? '' : undefined}
    >
      <ViewerBar {...bar} state={state} onTools={setTools} onClose={onClose} />
      <CaseNews key={reference} reference={reference} isOpen={state.at === 'here'} />
      <Tabs.Panel value="details">
        {state.at === 'loading' && <DetailsSkeleton />}
        {state.at === 'failed' && <Failed state={state} />}
        {state.at === 'here' && <Details details={state.details} />}
      </Tabs.Panel>
      <Tabs.Panel value="text">
        {state.at === 'loading' && <PaperSkeleton />}
        {state.at === 'failed' && <Failed state={state} />}
        {state.at === 'here' && (
          <WholeText key={reference} state={state} searched={searched} paragraph={paragraph} tools={tools} />
        )}
      </Tabs.Panel>
    </Tabs>
  )
}

function Failed({ state }: { state: CaseState & { at: 'failed' } }) {
  const { viewer: t, acts } = useStrings()
  return (
    <ErrorState
      title={t.failed}
      {...(state.message !== undefined && { message: state.message })}
      retryLabel={acts.retry}
      onRetry={state.retry}
      retrying={state.isRetrying}
    />
  )
}

type WholeTextProps = Pick<Props, 'paragraph'> & {
  state: CaseState & { at: 'here' }
  searched: Searched
  tools: HTMLElement | null
}

/** The text comes after the details, and the reader with it. */
function WholeText({ state: { details, text }, searched, paragraph, tools }: WholeTextProps) {
  const { reader: t } = useStrings()
  if (!text) return <PaperSkeleton />
  if (text.case_content.trim() === '') return <EmptyState icon="file" title={t.empty} />
  return (
    <Suspense fallback={<PaperSkeleton />}>
      <Reader details={details} text={text} searched={searched} paragraph={paragraph} tools={tools} />
    </Suspense>
  )
}
