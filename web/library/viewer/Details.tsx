import { groupBy } from '#shared/groupBy.ts'
import type { ReactNode } from 'react'
import type { CaseDetails, RelatedCase } from '#shared/calls/search.ts'
import { paths } from '#web/platform/paths.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { LazyCleanHtml } from '#web/richText/LazyCleanHtml.tsx'
import { StatusBadge } from '#web/ui/Chip.tsx'
import { Icon, type IconName } from '#web/ui/icons.tsx'
import { blockDirection, CaseNumber, DateText, FreeText, VisuallyHidden } from '#web/ui/Text.tsx'
import styles from './Details.module.css'

/** The details of a case, without its text. */
export function Details({ details }: { details: CaseDetails }) {
  const { viewer: strings } = useStrings()
  const { title, statuses, status_details, keywords, related_cases } = details
  return (
    <div className={styles.details}>
      <section className={styles.card}>
        <h2 className={styles.title} dir={blockDirection(title)}>
          <bdi lang="dv">
            <FreeText>{title}</FreeText>
          </bdi>
        </h2>
        {statuses.length > 0 && (
          <ul className={styles.statuses} aria-label={strings.statuses}>
            {statuses.map((status) => (
              <li key={status.name}>
                <StatusBadge {...status} />
              </li>
            ))}
          </ul>
        )}
        <Facts details={details} />
      </section>
      <Parties details={details} />
      {status_details !== null && (
        <Part title={strings.statusDetails} icon="info">
          <LazyCleanHtml html={status_details} />
        </Part>
      )}
      {keywords !== '' && (
        <Part title={strings.keywords} icon="tag">
          <p dir={blockDirection(keywords)}>
            <bdi lang="dv">
              <FreeText>{keywords}</FreeText>
            </bdi>
          </p>
        </Part>
      )}
      <Related cases={related_cases} />
    </div>
  )
}

function Facts({ details }: { details: CaseDetails }) {
  const { viewer: strings, none } = useStrings()
  const language = useLanguage()
  const { case_numbers, court, case_types, closed_date, judges } = details
  return (
    <dl className={styles.facts}>
      <Fact name={strings.numbers} icon="file">
        <ul className={styles.numbers}>
          {case_numbers.map(({ number }) => (
            <li key={number}>
              <CaseNumber>{number}</CaseNumber>
            </li>
          ))}
        </ul>
      </Fact>
      <Fact name={strings.court} icon="court">
        <bdi lang="dv">{court.name}</bdi>
      </Fact>
      <Fact name={strings.types} icon="layers">
        <Names names={case_types.map(({ name }) => name)} />
      </Fact>
      <Fact name={strings.closed} icon="calendar">
        {closed_date === null ? none : <DateText day={closed_date} language={language} />}
      </Fact>
      <Fact name={strings.judges} icon="gavel">
        <Names names={judges.map(({ name }) => name)} />
      </Fact>
    </dl>
  )
}

function Fact({ name, icon, children }: { name: string; icon: IconName; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>
        <Icon name={icon} size={16} />
        {name}
      </dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The parties; the interpleader only if there is one. */
function Parties({ details: { claimant, respondant, interpleader } }: { details: CaseDetails }) {
  const { viewer: strings } = useStrings()
  return (
    <dl className={styles.parties} aria-label={strings.parties}>
      <Party name={strings.claimant} people={claimant} />
      <Party name={strings.respondent} people={respondant} />
      {interpleader.length > 0 && <Party name={strings.interpleader} people={interpleader} />}
    </dl>
  )
}

function Party({ name, people }: { name: string; people: string[] }) {
  return (
    <div className={styles.party}>
      <dt>{name}</dt>
      <dd>
        <Names names={people} />
      </dd>
    </div>
  )
}

function Names({ names }: { names: string[] }) {
  const { none } = useStrings()
  if (names.length === 0) return none
  return (
    <ul>
      {/* Two people can have one name. */}
      {names.map((name, index) => (
        <li key={index}>
          <bdi lang="dv">
            <FreeText>{name}</FreeText>
          </bdi>
        </li>
      ))}
    </ul>
  )
}

/** The related cases, grouped by relation. */
function Related({ cases }: { cases: RelatedCase[] }) {
  const { viewer: strings } = useStrings()
  return (
    <Part title={strings.related} icon="link">
      {cases.length === 0 && <p className={styles.none}>{strings.noRelated}</p>}
      {groupByRelation(cases).map(({ type, cases: ofType }) => (
        <section key={type} className={styles.group}>
          <h3 className={styles.type} lang="dv">
            <bdi>
              <FreeText>{type}</FreeText>
            </bdi>
          </h3>
          <ul className={styles.cases}>
            {ofType.map((related) => (
              <li key={related.number} className={styles.case}>
                <RelatedCaseItem related={related} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Part>
  )
}

function RelatedCaseItem({ related: { number, status, description, reference } }: { related: RelatedCase }) {
  const { viewer: strings } = useStrings()
  return (
    <>
      <div className={styles.head}>
        {reference === null ? (
          <span title={strings.notInLibrary}>
            <CaseNumber plain>{number}</CaseNumber>
          </span>
        ) : (
          <a className={styles.link} href={paths.case({ ref: reference })} target="_blank" rel="noopener">
            <CaseNumber>{number}</CaseNumber>
            <Icon name="external" size={15} />
            <VisuallyHidden>{strings.opensInNewTab}</VisuallyHidden>
          </a>
        )}
        {status !== '' && (
          <bdi className={styles.status} lang="dv">
            <FreeText>{status}</FreeText>
          </bdi>
        )}
      </div>
      {description !== null && <LazyCleanHtml html={description} className={styles.description ?? ''} />}
    </>
  )
}

/** A section of the details with a heading. */
function Part({ title, icon, children }: { title: string; icon: IconName; children: ReactNode }) {
  return (
    <section className={styles.card}>
      <h2 className={styles.part}>
        <Icon name={icon} size={18} />
        {title}
      </h2>
      {children}
    </section>
  )
}

type Relation = { type: string; cases: RelatedCase[] }

/** Groups related cases by relation, in the order of first appearance. */
export function groupByRelation(related: readonly RelatedCase[]): Relation[] {
  return [...groupBy(related, ({ type }) => type)].map(([type, cases]) => ({ type, cases }))
}
