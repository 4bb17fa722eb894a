import { Tabs } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { CaseDetails, CaseText } from '#shared/calls/search.ts'
import { paths } from '#web/paths.ts'
import { usePageTitle } from '#web/shell/pageTitle.ts'
import { useStrings } from '#web/strings/strings.ts'
import { Icon } from '#web/ui/icons.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { EmptyState, ErrorState } from '#web/ui/States.tsx'
import { Details } from './Details.tsx'
import { DetailsSkeleton, PaperSkeleton } from './Skeletons.tsx'
import { MissingCase } from './MissingCase.tsx'
import { type CaseState, useCase, type ViewerTab } from './useCase.ts'
import { ViewerHeading } from './ViewerHeading.tsx'
import styles from './CaseViewer.module.css'

const Reader = lazy(() => import('#web/reader/Reader.tsx').then((module) => ({ default: module.Reader })))

type Props = {
  reference: string
  tab: ViewerTab
  onTab: (tab: ViewerTab) => void
  /** The words that were searched. */
  query?: string
  /** With it the viewer stands over a page, and can be closed. */
  onClose?: () => void
  /** Where one goes from a case that is not there. */
  wayBack: ReactNode
}

/** A case: what is known about it, and its text. */
export function CaseViewer({ reference, tab, onTab, query = '', onClose, wayBack }: Props) {
  const { viewer: t, acts } = useStrings()
  const state = useCase(reference, tab)
  const [tools, setTools] = useState<HTMLElement | null>(null)
  const details = state.at === 'here' ? state.details : undefined
  usePageTitle(details?.case_numbers[0]?.number)
  if (state.at === 'not-found') return <MissingCase wayBack={wayBack} />
  return (
    <Tabs
      className={styles.viewer}
      value={tab}
      onChange={(chosen) => onTab(chosen === 'text' ? 'text' : 'details')}
      keepMounted={false}
      data-over={onClose ? '' : undefined}
    >
      <div className={styles.bar}>
        <ViewerHeading state={state} />
        <Tabs.List className={styles.tabs} aria-label={t.tabs}>
          <Tabs.Tab className={styles.tab} value="details">
            {t.details}
          </Tabs.Tab>
          <Tabs.Tab className={styles.tab} value="text">
            {t.text}
          </Tabs.Tab>
        </Tabs.List>
        <div ref={setTools} className={styles.tools} />
        {onClose && (
          <div className={styles.leave}>
            {details && <OpenApart reference={reference} query={query} />}
            <IconButton icon="close" label={acts.close} onClick={onClose} />
          </div>
        )}
      </div>
      <Tabs.Panel value="details">
        <Shown state={state} waiting={<DetailsSkeleton />}>
          {details && <Details details={details} />}
        </Shown>
      </Tabs.Panel>
      <Tabs.Panel value="text">
        <Shown state={state} waiting={<PaperSkeleton />}>
          {details && state.at === 'here' && state.text ? (
            <TextPanel key={reference} details={details} text={state.text} query={query} tools={tools} />
          ) : (
            <PaperSkeleton />
          )}
        </Shown>
      </Tabs.Panel>
    </Tabs>
  )
}

type ShownProps = { state: CaseState; waiting: ReactNode; children: ReactNode }

/** What stands in a tab: the case, or why it is not there. */
function Shown({ state, waiting, children }: ShownProps) {
  const { viewer: t, acts } = useStrings()
  if (state.at === 'loading') return waiting
  if (state.at !== 'failed') return children
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

type TextPanelProps = { details: CaseDetails; text: CaseText; query: string; tools: HTMLElement | null }

function TextPanel(props: TextPanelProps) {
  const { reader: t } = useStrings()
  if (props.text.case_content.trim() === '') return <EmptyState icon="file" title={t.empty} />
  return (
    <Suspense fallback={<PaperSkeleton />}>
      <Reader {...props} />
    </Suspense>
  )
}

function OpenApart({ reference, query }: { reference: string; query: string }) {
  const { viewer: t } = useStrings()
  return (
    <a
      className={styles.apart}
      href={paths.case({ ref: reference, ...(query !== '' && { q: query }) })}
      target="_blank"
      rel="noopener"
      title={t.openApart}
      aria-label={t.openApart}
    >
      <Icon name="external" />
    </a>
  )
}
