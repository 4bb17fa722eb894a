import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { routes } from '#web/paths.ts'
import { useStrings } from '#web/strings/strings.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { CaseViewer } from '#web/viewer/CaseViewer.tsx'

/** A case on a page of its own: `/case?ref=…`. */
export function CaseScreen() {
  const { ref = '', tab = 'details', q = '' } = useSearch({ strict: false })
  const navigate = useNavigate()
  const { viewer: t } = useStrings()
  return (
    <CaseViewer
      key={ref}
      reference={ref}
      tab={tab}
      onTab={(chosen) =>
        void navigate({
          to: routes.case,
          search: { ref, ...(q !== '' && { q }), ...(chosen === 'text' && { tab: chosen }) },
          replace: true,
          resetScroll: false,
        })
      }
      query={q}
      wayBack={
        <Link to={routes.home} className={buttonClass({ variant: 'soft' })}>
          {t.toSearch}
        </Link>
      }
    />
  )
}
