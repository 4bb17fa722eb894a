import { useStrings } from '#web/strings/strings.ts'
import { offersNumbers } from './body.ts'
import { numbersSaid } from './hints/numbersSaid.ts'
import { FoundSentence } from './ResultsHead.tsx'
import type { Search } from './searchUrl.ts'
import type { ResultsQuery } from './useResults.ts'
import styles from './Announcement.module.css'

type Props = { search: Search; results: ResultsQuery; isLanding: boolean }

/**
 * Says what came of a search to those who do not see it. It is here before anything is searched, and says nothing while
 * a page is on its way, so that each result is said once.
 */
export function Announcement({ search, results, isLanding }: Props) {
  const { search: strings, finding } = useStrings()
  const answer = isLanding || results.isPlaceholderData ? undefined : results.data
  return (
    <p role="status" className={styles.unseen}>
      {answer && answer.count > 0 && <FoundSentence q={search.q} found={answer} />}
      {answer?.count === 0 &&
        (answer.numbers && offersNumbers(answer) ? numbersSaid(answer.numbers, finding) : strings.empty.title)}
      {answer && answer.pages > 1 && `. ${strings.pageOf(search.page, answer.pages)}`}
    </p>
  )
}
