import type { Entity } from '#shared/calls/search.ts'
import { useStrings } from '#web/strings/strings.ts'
import { buttonClass, ButtonFace } from '#web/ui/Button.tsx'
import { Icon, type IconName } from '#web/ui/icons.tsx'
import { Count } from '#web/ui/Text.tsx'
import { Filled } from '../Filled.tsx'
import { SearchLink } from '../SearchLink.tsx'
import { emptySearch, type Search } from '../searchUrl.ts'
import { searchOf } from './searchOf.ts'
import styles from './Hints.module.css'

const icons: Record<Entity['kind'], IconName> = { judge: 'gavel', court: 'court', party: 'users' }

/** The words are the name of a judge, a court or a party: the way to their cases alone. */
export function EntityCard({ search, entity }: { search: Search; entity: Entity }) {
  const { hints } = useStrings().finding
  const only = { ...emptySearch, ...searchOf(entity), sort: search.sort }
  return (
    <section className={styles.entity} aria-label={`${hints.kinds[entity.kind]}: ${entity.name}`}>
      <span className={styles.sign}>
        <Icon name={icons[entity.kind]} />
      </span>
      <p className={styles.words}>
        <span className={styles.kind}>{hints.kinds[entity.kind]}</span>
        <strong>
          <bdi>{entity.name}</bdi>
        </strong>
        <span className={styles.count}>
          <Filled
            sentence={hints.cases(entity.count)}
            places={{ count: <Count>{entity.count.toLocaleString('en-US')}</Count> }}
          />
        </span>
      </p>
      <SearchLink search={only} className={buttonClass({ variant: 'soft', size: 'sm' })}>
        <ButtonFace icon="filter">{hints.only}</ButtonFace>
      </SearchLink>
    </section>
  )
}
