import { Link } from '@tanstack/react-router'
import { type ComponentProps, Suspense, useEffect, useEffectEvent, useRef } from 'react'
import { paths, routes } from '#web/platform/paths.ts'
import { useSession } from '#web/platform/session/session.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { LogoSymbol } from '#web/ui/brand/Logo.tsx'
import { classes } from '#web/ui/classes.ts'
import { useLazyDialog, useReturnFocus } from '#web/ui/dialogs/useLazyDialog.ts'
import { lazyWithRetry, useNetworkIdle } from '#web/ui/lazyWithRetry.ts'
import { SectionSpinner } from '#web/ui/Spinner.tsx'
import { ErrorState } from '#web/ui/States.tsx'
import { PageHeading } from '#web/ui/Text.tsx'
import { numberMessage, offersNumbers, viewOf } from './searchView.ts'
import { FilterButton, LazyFilterModal } from './FilterButton.tsx'
import { problemSentence } from './queryProblem.ts'
import { ResultCount } from './ResultsHead.tsx'
import { SearchBar } from './SearchBar.tsx'
import { type Search, writeCase } from './searchUrl.ts'
import { useResultNavigation } from './useResultNavigation.ts'
import { type ResultsQuery, useResults } from './useResults.ts'
import { hasNoHover, useSearchBox } from './useSearchBox.ts'
import { type SearchState, useSearchState } from './useSearchState.ts'
import styles from './SearchScreen.module.css'

/** The search of case files and phrases. Its whole state is in the URL. */
export function SearchScreen() {
  const strings = useStrings().search
  const state = useSearchState()
  const { search } = state
  const isLanding = viewOf(search).at !== 'results'
  const results = useResults(search, { enabled: !isLanding })
  const exact = results.isPlaceholderData ? null : (results.data?.redirect ?? null)
  const box = useSearchBox({ state, exact, refetch: () => void results.refetch() })
  const filters = useLazyDialog()
  // The choices of the filters need a session, as a search does: a guest signs in on the way to its results.
  const isGuest = useSession().at === 'guest'
  useSearchShortcut(box.goTo)
  usePreloadedResults(box.text !== '')

  return (
    <div className={classes(styles.page, isLanding && styles.landing)}>
      <PageHeading hidden>{strings.title}</PageHeading>
      {isLanding && <Brand />}
      {/* One element for both states, so that the input keeps its focus. */}
      <SearchBar
        type={search.type}
        text={box.text}
        problem={box.problem && problemSentence(box.problem, strings)}
        isTooShort={box.problem === 'short'}
        inputRef={box.inputRef}
        // On touch devices the on-screen keyboard would cover the page.
        isFirst={isLanding && !hasNoHover()}
        filters={
          search.type === 'CaseFile' && !isGuest && <FilterButton filters={search.filters} onOpen={filters.open} />
        }
        onType={box.changeType}
        onText={box.setText}
        onClear={box.clear}
        onSubmit={box.submit}
        onChoose={box.choose}
      />
      {isLanding ? <LandingLinks /> : <LazyResults state={state} box={box} results={results} />}
      <Announcement search={search} results={results} isLanding={isLanding} />
      <LazyFilterModal dialog={filters} search={search} box={box} />
      {(!isLanding || search.opened) && <OpenedViewer state={state} results={results} />}
    </div>
  )
}

/** The logo and the name on the empty search page. */
function Brand() {
  const { product, tagline } = useStrings()
  return (
    <div className={styles.brand}>
      <LogoSymbol size={84} />
      <p className={styles.name}>{product}</p>
      <p className={styles.tagline}>{tagline}</p>
    </div>
  )
}

function LandingLinks() {
  const { entries } = useStrings()
  return (
    <ul className={styles.links}>
      <li>
        <Link to={routes.page} params={{ page: 'faq' }} className={styles.link}>
          {entries.faq}
        </Link>
      </li>
      <li>
        <Link to={routes.page} params={{ page: 'terms' }} className={styles.link}>
          {entries.terms}
        </Link>
      </li>
    </ul>
  )
}

const loadResults = () => import('./Results.tsx')
const Results = lazyWithRetry(loadResults, 'Results')

/** The results, loaded lazily. */
function LazyResults(props: ComponentProps<typeof Results>) {
  return (
    <Suspense fallback={<PendingResults results={props.results} />}>
      <Results {...props} />
    </Suspense>
  )
}

/** Shown until the code of the results is there. Offline, it and the search wait for the connection. */
function PendingResults({ results }: { results: ResultsQuery }) {
  const { search, page, errors, actions } = useStrings()
  if (!results.isPaused) return <SectionSpinner label={page.loading} />
  return (
    <ErrorState
      title={search.failed}
      message={errors.network}
      retryLabel={actions.retry}
      onRetry={() => void results.refetch()}
    />
  )
}

/**
 * Preloads the code of the results while the user types, and before that when the network is idle: the connection can be lost
 * before the first search. If that fails, it is loaded again when results are shown.
 */
function usePreloadedResults(isTyped: boolean) {
  const isNeeded = useNetworkIdle() || isTyped
  useEffect(() => {
    if (isNeeded) loadResults().catch(() => undefined)
  }, [isNeeded])
}

type Props = { search: Search; results: ResultsQuery; isLanding: boolean }

/**
 * A live region that announces search results to screen readers. It is rendered before the first search, and empty
 * while a page is loading, so that each result is announced once.
 */
function Announcement({ search, results, isLanding }: Props) {
  const { search: strings, finding } = useStrings()
  const answer = isLanding || results.isPlaceholderData ? undefined : results.data
  return (
    <p role="status" className={styles.visuallyHidden}>
      {answer && answer.count > 0 && <ResultCount q={search.q} found={answer} />}
      {answer?.count === 0 &&
        (answer.numbers && offersNumbers(answer) ? numberMessage(answer.numbers, finding) : strings.empty.title)}
      {answer && answer.pages > 1 && `. ${strings.pageOf(search.page, answer.pages)}`}
    </p>
  )
}

const CaseModal = lazyWithRetry(() => import('#web/library/viewer/CaseModal.tsx'), 'CaseModal')
const PhraseModal = lazyWithRetry(() => import('#web/library/viewer/PhraseModal.tsx'), 'PhraseModal')

/** The modals over the page. Both are rendered closed in advance, so that their code loads before they open. */
function OpenedViewer({ state, results }: { state: SearchState; results: ResultsQuery }) {
  const { search, close, replaceOpened } = state
  const opened = search.opened
  const openedCase = opened?.kind === 'case' ? opened : undefined
  const reference = opened?.reference
  useReturnToResult(reference)
  const { navigation, searchContext } = useResultNavigation({ search, results, reference }, (target) => {
    if (openedCase) void replaceOpened({ kind: 'case', reference: target.reference, tab: openedCase.tab }, target.page)
  })
  return (
    <>
      <Suspense>
        <CaseModal
          reference={openedCase?.reference}
          tab={openedCase?.tab ?? 'details'}
          onTab={(tab) => {
            if (openedCase) void replaceOpened({ kind: 'case', reference: openedCase.reference, tab })
          }}
          searchContext={searchContext}
          paragraph={openedCase?.paragraph}
          navigation={navigation}
          pageUrl={openedCase && paths.case(writeCase(search, openedCase))}
          onClose={close}
        />
      </Suspense>
      {(search.type === 'Phrase' || opened?.kind === 'phrase') && (
        <Suspense>
          <PhraseModal reference={opened?.kind === 'phrase' ? opened.reference : undefined} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

/** Closing returns the focus to the opener, or to the card of the result to which the user has gone on. */
function useReturnToResult(reference: string | undefined) {
  const read = useRef<string[]>([])
  useReturnFocus(reference !== undefined, {
    findOther: () => {
      const last = read.current.length > 1 ? read.current.at(-1) : undefined
      return last === undefined ? null : document.querySelector(`[data-reference="${last}"] a`)
    },
  })
  useEffect(() => {
    if (reference === undefined) read.current = []
    else read.current.push(reference)
  }, [reference])
}

/** Calls back when "/" is pressed outside of any input. */
function useSearchShortcut(onShortcut: () => void) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!isSearchKey(event, { isTyping: isTypingIn(event.target), isCovered: isUnderDialog() })) return
    event.preventDefault()
    onShortcut()
  })
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

const isTypingIn = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=radio]), textarea, select'))

const isUnderDialog = () => document.querySelector('[role=dialog][aria-modal=true]') !== null

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing' | 'defaultPrevented'>

/** Whether a key is the shortcut "/" that focuses the search box, and not typed text. */
export function isSearchKey(key: Key, { isTyping, isCovered }: { isTyping: boolean; isCovered: boolean }): boolean {
  const isPlain = !key.ctrlKey && !key.metaKey && !key.altKey && !key.isComposing && !key.defaultPrevented
  return key.key === '/' && isPlain && !isTyping && !isCovered
}
