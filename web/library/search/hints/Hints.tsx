import { Suspense } from 'react'
import type { Entity, SearchResult } from '#shared/calls/search.ts'
import { isolate } from '#shared/text/format/isolate.ts'
import { Interpolate } from '#web/library/search/Interpolate.tsx'
import { Query } from '#web/library/search/ResultsHead.tsx'
import { SearchLink } from '#web/library/search/SearchLink.tsx'
import { emptySearch, type Search } from '#web/library/search/searchUrl.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { buttonClass, ButtonContent } from '#web/ui/Button.tsx'
import { Icon, type IconName } from '#web/ui/icons.tsx'
import { lazyWithRetry } from '#web/ui/lazyWithRetry.ts'
import { Count } from '#web/ui/Text.tsx'
import { AlsoSearched } from './AlsoSearched.tsx'
import { NumberHint } from './NumberHint.tsx'
import { searchOf } from './searchOf.ts'
import styles from './Hints.module.css'

/** Loaded lazily with the first repaired query. */
const Repairs = lazyWithRetry(() => import('./Repairs.tsx'), 'Repairs')

type Props = { search: Search; answer: SearchResult }

/** Hints about the query itself, above the results; usually none. */
export function Hints({ search, answer }: Props) {
  return (
    <>
      <NumberHint search={search} answer={answer} />
      {answer.suggestion !== null && <DidYouMean search={search} query={answer.suggestion} />}
      {answer.understood !== null && <AlsoSearched search={search} words={answer.understood} className={styles.line} />}
      {answer.repairs.length > 0 && (
        <Suspense>
          <Repairs repairs={answer.repairs} />
        </Suspense>
      )}
      {answer.entity !== null && <EntityCard search={search} entity={answer.entity} />}
    </>
  )
}

function DidYouMean({ search, query }: { search: Search; query: string }) {
  const { hints } = useStrings().finding
  const link = (
    <SearchLink search={{ ...search, q: query, page: 1, opened: undefined }} className={styles.link}>
      <Query q={query} />
    </SearchLink>
  )
  return (
    <p className={styles.line}>
      <Interpolate sentence={hints.didYouMean} values={{ query: link }} />
    </p>
  )
}

const icons: Record<Entity['kind'], IconName> = { judge: 'gavel', court: 'court', party: 'users' }

/** Shown when the query is the name of a judge, a court or a party: a link to their cases only. */
function EntityCard({ search, entity }: { search: Search; entity: Entity }) {
  const { hints } = useStrings().finding
  const entitySearch = { ...emptySearch, ...searchOf(entity), sort: search.sort }
  return (
    <section className={styles.entity} aria-label={`${hints.kinds[entity.kind]}: ${isolate(entity.name)}`}>
      <span className={styles.icon}>
        <Icon name={icons[entity.kind]} />
      </span>
      <p className={styles.text}>
        <span className={styles.kind}>{hints.kinds[entity.kind]}</span>
        <strong>
          <bdi>{entity.name}</bdi>
        </strong>
        <span className={styles.count}>
          <Interpolate
            sentence={hints.cases(entity.count)}
            values={{ count: <Count>{entity.count.toLocaleString('en-US')}</Count> }}
          />
        </span>
      </p>
      <SearchLink search={entitySearch} className={buttonClass({ variant: 'soft', size: 'sm' })}>
        <ButtonContent icon="filter">{hints.only}</ButtonContent>
      </SearchLink>
    </section>
  )
}
