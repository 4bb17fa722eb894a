import { lazy, Suspense, useState } from 'react'
import { useStrings } from '#web/strings/strings.ts'
import { classes } from '#web/ui/classes.ts'
import { PageHeading } from '#web/ui/Text.tsx'
import { Announcement } from './Announcement.tsx'
import { FilterButton, loadFilterModal } from './FilterButton.tsx'
import { LandingLinks, Sign } from './Landing.tsx'
import { OpenedViewer } from './OpenedViewer.tsx'
import { problemSentence } from './problemSentence.ts'
import { Results } from './Results.tsx'
import { SearchBar } from './SearchBar.tsx'
import { viewOf } from './submit.ts'
import { useResults } from './useResults.ts'
import { useSearchBox } from './useSearchBox.ts'
import { useSearchState } from './useSearchState.ts'
import { useSlash } from './useSlash.ts'
import styles from './SearchScreen.module.css'

const FilterModal = lazy(() => loadFilterModal().then(({ FilterModal: component }) => ({ default: component })))

/** The search of case files and phrases. Everything it shows is in its address. */
export function SearchScreen() {
  const strings = useStrings().search
  const state = useSearchState()
  const { search } = state
  const results = useResults(search, { enabled: viewOf(search).at === 'results' })
  const box = useSearchBox({
    state,
    exact: results.isPlaceholderData ? null : (results.data?.redirect ?? null),
    again: () => void results.refetch(),
  })
  const [filters, setFilters] = useState<'never' | 'open' | 'closed'>('never')
  useSlash(box.goTo)

  const isLanding = box.view.at !== 'results'
  return (
    <div className={classes(styles.page, isLanding && styles.landing)}>
      <PageHeading hidden>{strings.title}</PageHeading>
      {isLanding && <Sign />}
      <SearchBar
        type={search.type}
        text={box.text}
        problem={box.problem && problemSentence(box.problem, strings)}
        box={box.box}
        filters={
          search.type === 'CaseFile' && <FilterButton filters={search.filters} onOpen={() => setFilters('open')} />
        }
        onType={box.changeType}
        onText={box.write}
        onClear={box.clear}
        onSubmit={box.submit}
      />
      {isLanding ? <LandingLinks /> : <Results state={state} box={box} results={results} />}
      <Announcement search={search} results={results} isLanding={isLanding} />
      {filters !== 'never' && (
        <Suspense>
          <FilterModal
            opened={filters === 'open'}
            begin={{ q: box.text, ...search.filters }}
            onClose={() => setFilters('closed')}
            onSearch={(q, chosen) => {
              setFilters('closed')
              box.searchFor(q, chosen)
            }}
          />
        </Suspense>
      )}
      {(!isLanding || search.opened) && <OpenedViewer state={state} />}
    </div>
  )
}
