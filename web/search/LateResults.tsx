import { type ComponentProps, Suspense, useEffect } from 'react'
import { later } from '#web/ui/later.ts'

const loadResults = () => import('./Results.tsx')
const Results = later(loadResults, 'Results')

/** The results, whose code comes when there is something to show. */
export function LateResults(props: ComponentProps<typeof Results>) {
  return (
    <Suspense>
      <Results {...props} />
    </Suspense>
  )
}

/** Who types will look at results. If they cannot be had now, the page asks again when it shows them. */
export function useResultsAhead(isTyped: boolean) {
  useEffect(() => {
    if (isTyped) loadResults().catch(() => undefined)
  }, [isTyped])
}
