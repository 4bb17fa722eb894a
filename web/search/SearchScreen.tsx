import { useStrings } from '#web/strings/strings.ts'
import { classes } from '#web/ui/classes.ts'
import { PageHeading } from '#web/ui/Text.tsx'
import { useLateWindow } from '#web/ui/useLateWindow.ts'
import { Announcement } from './Announcement.tsx'
import { FilterButton } from './FilterButton.tsx'
import { FilterWindow } from './FilterWindow.tsx'
import { LandingLinks, Sign } from './Landing.tsx'
import { LateResults, useResultsAhead } from './LateResults.tsx'
import { OpenedViewer } from './OpenedViewer.tsx'
import { problemSentence } from './problemSentence.ts'
import { SearchBar } from './SearchBar.tsx'
import { viewOf } from './submit.ts'
import { useResults } from './useResults.ts'
import { useSearchBox } from './useSearchBox.ts'
import { useSearchState } from './useSearchState.ts'
import { useSlash } from './useSlash.ts'
import styles from './SearchScreen.module.css'

/** The search of case files and phrases. Everything it shows is in its address. */
export function SearchScreen() {
  const strings = useStrings().search
  const state = useSearchState()
  const { search } = state
  const isLanding = viewOf(search).at !== 'results'
  const results = useResults(search, { enabled: !isLanding })
  const exact = results.isPlaceholderData ? null : (results.data?.redirect ?? null)
  const box = useSearchBox({ state, exact, again: () => void results.refetch() })
  const filters = useLateWindow()
  useSlash(box.goTo)
  useResultsAhead(box.text !== '')

  return (
    <div className={classes(styles.page, isLanding && styles.landing)}>
      <PageHeading hidden>{strings.title}</PageHeading>
      {isLanding && <Sign />}
      {/* The same bar in both states: whoever is writing in it stays there. */}
      <SearchBar
        type={search.type}
        text={box.text}
        problem={box.problem && problemSentence(box.problem, strings)}
        box={box.box}
        filters={search.type === 'CaseFile' && <FilterButton filters={search.filters} onOpen={filters.open} />}
        onType={box.changeType}
        onText={box.write}
        onClear={box.clear}
        onSubmit={box.submit}
        onChoose={box.choose}
      />
      {isLanding ? <LandingLinks /> : <LateResults state={state} box={box} results={results} />}
      <Announcement search={search} results={results} isLanding={isLanding} />
      <FilterWindow window={filters} search={search} box={box} />
      {(!isLanding || search.opened) && <OpenedViewer state={state} />}
    </div>
  )
}
