import type { ReactNode } from 'react'
import type { CaseDetails } from '#shared/calls/search.ts'
import { useLanguage, useStrings } from '#web/strings/strings.ts'
import { StatusBadge } from '#web/ui/Chip.tsx'
import { Icon, type IconName } from '#web/ui/icons.tsx'
import { CaseNumber, DateText } from '#web/ui/Text.tsx'
import { Part } from './Part.tsx'
import { Related } from './Related.tsx'
import { RichText } from './RichText.tsx'
import styles from './Details.module.css'

/** Everything that is known about a case but its text. */
export function Details({ details }: { details: CaseDetails }) {
  const { viewer: t } = useStrings()
  const { title, statuses, status_details, keywords, related_cases } = details
  return (
    <div className={styles.details}>
      <section className={styles.card}>
        <h2 className={styles.title}>
          <bdi lang="dv">{title}</bdi>
        </h2>
        {statuses.length > 0 && (
          <ul className={styles.statuses} aria-label={t.statuses}>
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
        <Part title={t.statusDetails} icon="info">
          <RichText html={status_details} />
        </Part>
      )}
      {keywords !== '' && (
        <Part title={t.keywords} icon="tag">
          <bdi lang="dv">{keywords}</bdi>
        </Part>
      )}
      <Related cases={related_cases} />
    </div>
  )
}

function Facts({ details }: { details: CaseDetails }) {
  const { viewer: t, none } = useStrings()
  const language = useLanguage()
  const { case_numbers, court, case_types, closed_date, judges } = details
  return (
    <dl className={styles.facts}>
      <Fact name={t.numbers} icon="file">
        <ul className={styles.numbers}>
          {case_numbers.map(({ number }) => (
            <li key={number}>
              <CaseNumber>{number}</CaseNumber>
            </li>
          ))}
        </ul>
      </Fact>
      <Fact name={t.court} icon="court">
        <bdi lang="dv">{court.name}</bdi>
      </Fact>
      <Fact name={t.types} icon="layers">
        <Names names={case_types.map(({ name }) => name)} />
      </Fact>
      <Fact name={t.closed} icon="calendar">
        {closed_date === null ? none : <DateText day={closed_date} language={language} />}
      </Fact>
      <Fact name={t.judges} icon="gavel">
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

/** Who stood on which side; somebody in between only where there was one. */
function Parties({ details: { claimant, respondant, interpleader } }: { details: CaseDetails }) {
  const { viewer: t } = useStrings()
  return (
    <dl className={styles.parties} aria-label={t.parties}>
      <Party name={t.claimant} people={claimant} />
      <Party name={t.respondent} people={respondant} />
      {interpleader.length > 0 && <Party name={t.interpleader} people={interpleader} />}
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
      {names.map((name) => (
        <li key={name}>
          <bdi lang="dv">{name}</bdi>
        </li>
      ))}
    </ul>
  )
}
