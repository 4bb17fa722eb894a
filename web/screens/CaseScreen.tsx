import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { routes } from '#web/platform/paths.ts'
import { type OpenedCase, readCaseView, readSearch, type Search, writeCase } from '#web/library/search/searchUrl.ts'
import { useResultNavigation } from '#web/library/search/useResultNavigation.ts'
import { useResults } from '#web/library/search/useResults.ts'
import { viewOf } from '#web/library/search/searchView.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { CaseViewer } from '#web/library/viewer/CaseViewer.tsx'

/** The page of one case: `/case?ref=…`, with the search that found it. */
export function CaseScreen() {
  const params = useSearch({ strict: false })
  const { viewer: strings } = useStrings()
  const reference = params.ref ?? ''
  const search = readSearch({ ...params, case: undefined })
  const { tab, paragraph } = readCaseView(params)
  const replaceUrl = useReplaceUrl()
  const results = useResults(search, { enabled: viewOf(search).at === 'results', isNavigation: true })
  const { navigation, searchContext } = useResultNavigation({ search, results, reference }, (target) =>
    replaceUrl({ ...search, page: target.page }, { reference: target.reference, tab }),
  )
  return (
    <CaseViewer
      key={reference}
      reference={reference}
      tab={tab}
      paragraph={paragraph}
      navigation={navigation}
      onTab={(chosen) => replaceUrl(search, { reference, tab: chosen })}
      searchContext={searchContext}
      backLink={
        <Link to={routes.home} className={buttonClass({ variant: 'soft' })}>
          {strings.toSearch}
        </Link>
      }
    />
  )
}

/** Replaces the URL: a change of tab or result adds no history entry. */
function useReplaceUrl() {
  const navigate = useNavigate()
  return (search: Search, opened: Omit<OpenedCase, 'kind'>) =>
    void navigate({ to: routes.case, search: writeCase(search, opened), replace: true, resetScroll: false })
}
