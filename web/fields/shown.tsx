import { type ComponentType, createElement } from 'react'
import type { Language } from '#shared/messages.ts'
import type { Field, FieldOf, Kind } from '#shared/resource/field.ts'
import { switchLabel } from '#shared/resource/switchLabel.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { CleanHtml } from '#web/richText/CleanHtml.tsx'
import { StatusBadge } from '#web/ui/Chip.tsx'
import { CaseNumber, MomentText } from '#web/ui/Text.tsx'
import { cellText } from './cells/cellText.ts'
import { FileButton, type InRecord } from './files/FileButton.tsx'
import { choiceName, isBlank, type RowValues, type Values } from './values.ts'
import styles from './shown.module.css'

type About = {
  language: Language
  /** The record that is read as it is now, whose files are opened from there; elsewhere they are only named. */
  record?: InRecord
}
type ShownProps<K extends Kind = Kind> = About & { field: FieldOf<K>; value: Values[K] }

/** How each kind is read where nobody types. */
const shows: { [K in Kind]: ComponentType<ShownProps<K>> } = {
  text: ({ field, value }) => (field.input === 'mask' ? <CaseNumber>{value}</CaseNumber> : <Words text={value} />),
  textarea: ({ value }) => <Words text={value} />,
  email: ({ value }) => <LeftToRight text={value} />,
  password: ({ value }) => <LeftToRight text={value} />,
  link: ({ value }) => (
    <a className={styles.link} href={value} target="_blank" rel="noreferrer noopener" dir="ltr">
      {value}
    </a>
  ),
  number: ({ field, value, language }) => <LeftToRight text={cellText(field, value, language)} />,
  switch: YesOrNo,
  date: InItsFormat,
  moment: InItsFormat,
  choice: ({ value }) => <>{choiceName(value ?? '')}</>,
  select: ({ value }) => <Words text={value?.name ?? ''} />,
  multiselect: ({ value }) => (
    <ul className={styles.several}>
      {value.map((one) => (
        <li key={one.id}>
          {typeof one['color'] === 'string' ? (
            <StatusBadge name={one.name} color={one['color']} icon={String(one['icon'])} />
          ) : (
            <Words text={one.name} />
          )}
        </li>
      ))}
    </ul>
  ),
  tags: ({ field, value }) => (
    <ul className={styles.several}>
      {value.split(field.separator).map((name) => (
        <li key={name}>
          <Words text={name} />
        </li>
      ))}
    </ul>
  ),
  file: ({ value, record }) =>
    value && record ? <FileButton file={value} record={record} /> : <LeftToRight text={value?.name ?? ''} />,
  richtext: ({ value }) => <CleanHtml html={value ?? ''} className="" />,
  document: () => null,
  repeater: Rows,
}

/** A value to read; a dash where there is none. */
export function Shown(props: About & { field: Field; value: unknown }) {
  const { none } = useStrings()
  if (isBlank(props.value) && props.field.kind !== 'switch') return <span className={styles.none}>{none}</span>
  return createElement(shows[props.field.kind] as ComponentType<About & { field: Field; value: unknown }>, props)
}

const Words = ({ text }: { text: string }) => <bdi className={styles.words}>{text}</bdi>
const LeftToRight = ({ text }: { text: string }) => (
  <bdi dir="ltr" className={styles.number}>
    {text}
  </bdi>
)

function InItsFormat({ field, value, language }: ShownProps<'date' | 'moment'>) {
  return <MomentText moment={value ?? ''} format={field.format} language={language} />
}

function YesOrNo({ field, value, language }: ShownProps<'switch'>) {
  return <>{switchLabel(field, value, language)}</>
}

/** What is hidden when it is null has no dash, and no column where it is null in every row. */
function Rows({ field, value, language }: ShownProps<'repeater'>) {
  const isHidden = (name: string, one: Field, row: RowValues) => one.hiddenWhenNull === true && isBlank(row[name])
  const columns = Object.entries(field.fields).filter(([name, one]) => !value.every((row) => isHidden(name, one, row)))
  return (
    <table className={styles.rows}>
      <thead>
        <tr>
          {columns.map(([name, one]) => (
            <th key={name} scope="col">
              {one.label[language]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {value.map((row, place) => (
          <tr key={row.id ?? place}>
            {columns.map(([name, one]) => (
              <td key={name}>
                {!isHidden(name, one, row) && <Shown field={one} value={row[name]} language={language} />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
