import { heldOf } from '#web/fields/values.ts'
import { Shown } from '#web/fields/shown.tsx'
import type { Row } from '#shared/calls/crud.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { useLanguage } from '#web/strings/strings.ts'
import type { Section } from './sections.ts'
import { isOnSheet } from './sheet.ts'
import styles from './RecordSheet.module.css'

type Props = { resource: Resource; sections: readonly Section[]; row: Row }

/** A record to read: each part under its heading, each value under its label. */
export function RecordSheet({ resource, sections, row }: Props) {
  const language = useLanguage()
  const record = { resource: resource.name, row: row.id }
  return (
    <div className={styles.sheet}>
      {sections.map(({ name, label, fields }) => (
        <section key={name}>
          {label && <h3 className={styles.heading}>{label[language]}</h3>}
          <dl className={styles.values}>
            {fields
              .filter(([one, field]) => isOnSheet(one, field, row))
              .map(([one, field]) => (
                <div key={one} className={styles.value} data-wide={field.size === 12 || undefined}>
                  <dt>{field.label[language]}</dt>
                  <dd>
                    <Shown field={field} value={heldOf(field, row[one])} language={language} record={record} />
                  </dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
    </div>
  )
}
