import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { routes } from '#web/paths.ts'
import { type OpenedCase, readPlace, readSearch, type Search, writeCase } from '#web/search/searchUrl.ts'
import { useAround } from '#web/search/useAround.ts'
import { useStrings } from '#web/strings/strings.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { CaseViewer } from '#web/viewer/CaseViewer.tsx'

/** A case on a page of its own: `/case?ref=…`, with the search that found it. */
export function CaseScreen() {
  const params = useSearch({ strict: false })
  const { viewer: t } = useStrings()
  const reference = params.ref ?? ''
  const search = readSearch({ ...params, case: undefined })
  const { tab, paragraph } = readPlace(params)
  const turnTo = useTurn()
  const { around, searched } = useAround(search, reference, (place) =>
    turnTo({ ...search, page: place.page }, { reference: place.reference, tab }),
  )
  return (
    <CaseViewer
      key={reference}
      reference={reference}
      tab={tab}
      paragraph={paragraph}
      around={around}
      onTab={(chosen) => turnTo(search, { reference, tab: chosen })}
      searched={searched}
      wayBack={
        <Link to={routes.home} className={buttonClass({ variant: 'soft' })}>
          {t.toSearch}
        </Link>
      }
    />
  )
}

/** Another tab or another result is no step of its own on the way back. */
function useTurn() {
  const navigate = useNavigate()
  return (search: Search, opened: Omit<OpenedCase, 'kind'>) =>
    void navigate({ to: routes.case, search: writeCase(search, opened), replace: true, resetScroll: false })
}
