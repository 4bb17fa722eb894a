import { Tabs } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isolate } from '#shared/text/format/isolate.ts'
import { backoff } from '#shared/backoff.ts'
import type { SearchContext } from '#web/library/reader/findInText.ts'
import { usePageTitle } from '#web/platform/navigation/pageTitle.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { Icon } from '#web/ui/icons.tsx'
import { EmptyState, ErrorState } from '#web/ui/States.tsx'
import { VisuallyHidden } from '#web/ui/Text.tsx'
import { post } from '#web/platform/api/client.ts'
import { useIsOffline } from '#web/platform/live/live.ts'
import { useChannel, useCoalesced } from '#web/platform/live/useChannel.ts'
import { isTransientError } from '#web/platform/session/decisions.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Details } from './Details.tsx'
import { type ResultNavigation, ViewerBar } from './ViewerBar.tsx'
import { caseName, type CaseState, readerQuery, useCase, type ViewerTab, cachedCase } from './useCase.ts'
import styles from './CaseViewer.module.css'
import details from './Details.module.css'
import skeletonStyles from './Skeletons.module.css'
import updateStyles from './CaseUpdateNotice.module.css'

type Props = {
  reference: string
  /** The state that is shown until the reference is known. */
  lookup?: CaseState | undefined
  tab: ViewerTab
  onTab: (tab: ViewerTab) => void
  /** The search that found the case. */
  searchContext?: SearchContext
  /** The block to open at; without one, the best match of the search. */
  paragraph?: number | undefined
  navigation?: ResultNavigation | undefined
  /** The address of the case's own page. */
  pageUrl?: string | undefined
  /** Set when the viewer is a modal that can be closed. */
  onClose?: () => void
  /** The link shown when the case does not exist. */
  backLink: ReactNode
}

const noSearch: SearchContext = { query: '', marks: [] }

/** A case: its details and its text. */
export function CaseViewer({
  reference,
  lookup,
  tab,
  onTab,
  searchContext = noSearch,
  paragraph,
  onClose,
  backLink,
  ...barProps
}: Props) {
  const found = useCase(reference, tab)
  const state = lookup ?? found
  const Reader = useReader(tab === 'text')
  const [toolbar, setToolbar] = useState<HTMLElement | null>(null)
  usePageTitle(state.at === 'loaded' ? isolate(caseName(state.details)) : undefined)
  if (state.at === 'not-found') return <MissingCase backLink={backLink} />
  return (
    <Tabs
      className={styles.viewer}
      value={tab}
      onChange={(chosen) => onTab(chosen === 'text' ? 'text' : 'details')}
      keepMounted={false}
      data-over={onClose ? '' : undefined}
    >
      <ViewerBar {...barProps} state={state} onToolbar={setToolbar} onClose={onClose} />
      {onClose && <OfflineNotice />}
      <CaseUpdateNotice key={reference} reference={reference} tab={tab} isOpen={state.at === 'loaded'} />
      <Tabs.Panel value="details">
        {state.at === 'loading' && <DetailsSkeleton />}
        {state.at === 'failed' && <LoadError state={state} />}
        {state.at === 'loaded' && <Details details={state.details} />}
      </Tabs.Panel>
      <Tabs.Panel value="text">
        {state.at === 'loading' && <TextSkeleton />}
        {state.at === 'failed' && <LoadError state={state} />}
        {state.at === 'loaded' && (
          <CaseTextPanel
            key={reference}
            state={state}
            searchContext={searchContext}
            paragraph={paragraph}
            toolbar={toolbar}
            Reader={Reader}
          />
        )}
      </Tabs.Panel>
    </Tabs>
  )
}

/** The dialog covers the bar of the page that says so. */
function OfflineNotice() {
  const { live } = useStrings()
  const isOffline = useIsOffline()
  return (
    <div className={updateStyles.notice} role="status">
      {isOffline && <Alert tone="caution" title={live.noConnection} inStatus />}
    </div>
  )
}

function LoadError({ state }: { state: CaseState & { at: 'failed' } }) {
  const { viewer: strings, actions } = useStrings()
  return (
    <ErrorState
      title={strings.failed}
      {...(state.message !== undefined && { message: state.message })}
      retryLabel={actions.retry}
      onRetry={state.retry}
      retrying={state.isRetrying}
    />
  )
}

const useReader = (isNeeded: boolean) =>
  useQuery({ ...readerQuery, enabled: isNeeded, throwOnError: true }).data?.Reader

type CaseTextPanelProps = {
  paragraph: number | undefined
  state: CaseState & { at: 'loaded' }
  searchContext: SearchContext
  toolbar: HTMLElement | null
  Reader: ReturnType<typeof useReader>
}

/** The text panel; the text and the reader are loaded lazily. */
function CaseTextPanel({ state: { details, text, pictures }, Reader, ...props }: CaseTextPanelProps) {
  const { reader: strings } = useStrings()
  if (!text) return <TextSkeleton />
  if (text.case_content.trim() === '') return <EmptyState icon="file" title={strings.empty} />
  return Reader ? <Reader details={details} text={text} pictures={pictures} {...props} /> : <TextSkeleton />
}

/** Shown for a case that does not exist or is not visible. */
function MissingCase({ backLink }: { backLink: ReactNode }) {
  const { viewer: strings } = useStrings()
  return (
    <div className={styles.missing}>
      <span className={styles.ring}>
        <Icon name="file" size={28} />
      </span>
      <h1 className={styles.missingCaseHeading} tabIndex={-1} data-page-heading="">
        {strings.notFound}
      </h1>
      <p className={styles.more}>{strings.notFoundMore}</p>
      {backLink}
    </div>
  )
}

/** The placeholder of the details while they load. */
function DetailsSkeleton() {
  return (
    <div className={details.details}>
      <LoadingStatus />
      <div className={details.card}>
        <Lines widths={[70, 25, 90, 60, 80]} />
      </div>
      <div className={details.parties}>
        <div className={details.party}>
          <Lines widths={[30, 60]} />
        </div>
        <div className={details.party}>
          <Lines widths={[30, 60]} />
        </div>
      </div>
    </div>
  )
}

/** The placeholder of the text while it loads. */
function TextSkeleton() {
  return (
    <div className={skeletonStyles.page}>
      <LoadingStatus />
      <Lines widths={[40, 30, 95, 98, 92, 97, 60, 96, 91, 98, 45]} />
    </div>
  )
}

function LoadingStatus() {
  const strings = useStrings().page
  return (
    <span role="status">
      <VisuallyHidden>{strings.loading}</VisuallyHidden>
    </span>
  )
}

function Lines({ widths }: { widths: number[] }) {
  return widths.map((width, index) => (
    <div key={index} className={skeletonStyles.line} style={{ inlineSize: `${width}%` }} aria-hidden="true" />
  ))
}

type ShownCase = { reference: string; tab: ViewerTab; isOpen: boolean }

/** A notice in an open case that it was changed or unpublished. */
function CaseUpdateNotice(shown: ShownCase) {
  const { live } = useStrings()
  const { change, reload } = useLiveCase(shown)
  const notice = useRef<HTMLDivElement>(null)
  const reloadHere = () => {
    reload()
    // The button is gone afterwards, and the text is a new element.
    notice.current?.focus({ preventScroll: true })
  }
  return (
    <div ref={notice} tabIndex={-1} className={updateStyles.notice} role="status">
      {change === 'gone' && <Alert tone="bad">{live.caseGone}</Alert>}
      {change === 'changed' && (
        <Alert tone="note" title={live.caseChanged} inStatus>
          <Button size="sm" variant="outline" onClick={reloadHere}>
            {live.reload}
          </Button>
        </Alert>
      )}
    </div>
  )
}

/** How a case has changed since it was opened. */
type CaseChange = 'changed' | 'gone' | undefined

/** Several saves within this time are one notice. */
const coalesce_ms = 400

/** Watches an open case for changes. The shown text stays until the user reloads it. */
function useLiveCase({ reference, tab, isOpen }: ShownCase) {
  const client = useQueryClient()
  const [change, setChange] = useState<CaseChange>()

  const checkCase = useCoalesced((schedule) => {
    void post('g/find', { Type: 'CaseFile', Reference: reference }).then((answer) => {
      if (answer.Status === 'success') setChange('changed')
      else if (goneCodes.has(answer.code)) setChange('gone')
      else if (isTransientError(answer.code)) schedule(backoff(2))
    })
  }, coalesce_ms)
  /** After missed messages: compares the shown version with the stored one. */
  const compareVersions = useCoalesced((schedule) => {
    void post('g/find', { Type: 'CaseFile', Reference: reference }).then((answer) => {
      if (answer.Status === 'error') {
        if (goneCodes.has(answer.code)) setChange('gone')
        else if (isTransientError(answer.code)) schedule(backoff(2))
      } else if ('version' in answer.data) {
        const cached = cachedCase(client, reference, tab)
        if (cached && cached.version < answer.data.version) setChange('changed')
      }
    })
  }, coalesce_ms)
  const isGone = change === 'gone'
  // Left while the case is not published, as the server ends it: it is joined again when the case is published again.
  useChannel(
    isOpen && !isGone ? `private-Case.${reference}` : undefined,
    () => checkCase(),
    () => compareVersions(),
  )
  useEffect(() => (isGone ? untilPublished(reference, () => setChange('changed')) : undefined), [isGone, reference])

  const reload = () => {
    setChange(undefined)
    // The places of the notes are those of one text.
    for (const part of ['case', 'notes']) void client.invalidateQueries({ queryKey: [part, reference] })
  }
  return { change, reload }
}

/** Asks for a case with backoff until it is published again. Returns the function that stops it. */
function untilPublished(reference: string, onPublished: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  const ask = async (attempts: number) => {
    const answer = await post('g/find', { Type: 'CaseFile', Reference: reference })
    if (isStopped) return
    if (answer.Status === 'success') onPublished()
    else schedule(attempts + 1)
  }
  const schedule = (attempts: number) => {
    timer = setTimeout(() => void ask(attempts), backoff(attempts))
  }
  schedule(0)
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

const goneCodes = new Set(['case-not-found', 'not-found'])
