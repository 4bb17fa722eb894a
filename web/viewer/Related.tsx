import type { RelatedCase } from '#shared/calls/search.ts'
import { paths } from '#web/paths.ts'
import { useStrings } from '#web/strings/strings.ts'
import { Icon } from '#web/ui/icons.tsx'
import { CaseNumber, Unseen } from '#web/ui/Text.tsx'
import { Part } from './Part.tsx'
import { groupByRelation } from './related.ts'
import { RichText } from './RichText.tsx'
import styles from './Related.module.css'

/** The cases that this one is related to, by how they are. */
export function Related({ cases }: { cases: RelatedCase[] }) {
  const { viewer: t } = useStrings()
  return (
    <Part title={t.related} icon="link">
      {cases.length === 0 && <p className={styles.none}>{t.noRelated}</p>}
      {groupByRelation(cases).map(({ type, cases: ofType }) => (
        <section key={type} className={styles.group}>
          <h3 className={styles.type} lang="dv">
            <bdi>{type}</bdi>
          </h3>
          <ul className={styles.cases}>
            {ofType.map((related) => (
              <li key={related.number} className={styles.case}>
                <RelatedOne related={related} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Part>
  )
}

function RelatedOne({ related: { number, status, description, reference } }: { related: RelatedCase }) {
  const { viewer: t } = useStrings()
  return (
    <>
      <div className={styles.head}>
        {reference === null ? (
          <span title={t.outside}>
            <CaseNumber plain>{number}</CaseNumber>
          </span>
        ) : (
          <a className={styles.link} href={paths.case({ ref: reference })} target="_blank" rel="noopener">
            <CaseNumber>{number}</CaseNumber>
            <Icon name="external" size={15} />
            <Unseen>{t.opensApart}</Unseen>
          </a>
        )}
        {status !== '' && (
          <bdi className={styles.status} lang="dv">
            {status}
          </bdi>
        )}
      </div>
      {description !== null && <RichText html={description} className={styles.description ?? ''} />}
    </>
  )
}
