import { Suspense } from 'react'
import { Interpolate } from '#web/ui/Text.tsx'
import { Query } from '#web/library/search/ResultsHead.tsx'
import type { Search } from '#web/library/search/searchUrl.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { lazyWithRetry } from '#web/ui/lazyWithRetry.ts'

/** Loaded lazily, because it parses the query. */
const ExactLink = lazyWithRetry(() => import('./ExactLink.tsx'), 'ExactLink')

type Props = { search: Search; words: string; className: string | undefined }

/** The words that were searched in addition to the query, and the link that searches without them. */
export function AlsoSearched({ search, words, className }: Props) {
  const { hints } = useStrings().finding
  return (
    <p className={className}>
      <Interpolate sentence={hints.understood} values={{ query: <Query q={words} /> }} />{' '}
      <Suspense>
        <ExactLink search={search} />
      </Suspense>
    </p>
  )
}
