import { type ComponentType, createElement } from 'react'
import type { Language } from '#shared/messages.ts'
import type { Field, FieldOf, Kind } from '#shared/resource/field.ts'
import { switchLabel } from '#shared/resource/switchLabel.ts'
import { paletteOf } from '#shared/resources/palettes.ts'
import { resourceByName } from '#shared/resources/index.ts'
import { paths } from '#web/platform/paths.ts'
import { useCan } from '#web/platform/session/session.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { CleanHtml } from '#web/richText/CleanHtml.tsx'
import { StatusBadge } from '#web/ui/Chip.tsx'
import { CaseNumber, FreeText, Isolated, MomentText } from '#web/ui/Text.tsx'
import { cellText, isWebAddress } from '#web/fields/cells/cellText.ts'
import { FileButton, type RecordOfFile } from '#web/fields/files/FileButton.tsx'
import { PaletteValue } from './PaletteValue.tsx'
import { choiceName, isBlank, type RowValues, type Values } from './values.ts'
import styles from './FieldValue.module.css'

type ValueOptions = {
  language: Language
  /** The stored record that owns the value's files, so that they can be opened; without it only their names are shown. */
  record?: RecordOfFile
}
type ValueProps<K extends Kind = Kind> = ValueOptions & { field: FieldOf<K>; value: Values[K] }

/** The read-only renderer of each kind. */
const renderers: { [K in Kind]: ComponentType<ValueProps<K>> } = {
  text: TextValue,
  textarea: ({ value }) => <IsolatedText text={value} />,
  email: ({ value }) => <LeftToRight text={value} />,
  password: ({ value }) => <LeftToRight text={value} />,
  link: WebLink,
  number: ({ field, value, language }) => <LeftToRight text={cellText(field, value, language)} />,
  switch: SwitchValue,
  date: FormattedDate,
  moment: FormattedDate,
  choice: ({ value }) => <>{choiceName(value ?? '')}</>,
  select: SelectValue,
  multiselect: ({ value }) => (
    <ul className={styles.several}>
      {value.map((one) => (
        <li key={one.id} className={typeof one['color'] === 'string' ? undefined : styles.named}>
          {typeof one['color'] === 'string' ? (
            <StatusBadge name={one.name} color={one['color']} icon={String(one['icon'])} />
          ) : (
            <IsolatedText text={one.name} />
          )}
        </li>
      ))}
    </ul>
  ),
  tags: ({ field, value }) => (
    <ul className={styles.several}>
      {value.split(field.separator).map((name, index) => (
        <li key={index} className={styles.named}>
          <IsolatedText text={name} />
        </li>
      ))}
    </ul>
  ),
  file: ({ value, record }) =>
    value && record ? <FileButton file={value} record={record} /> : <LeftToRight text={value?.name ?? ''} />,
  richtext: ({ value }) => <CleanHtml html={value ?? ''} className="" />,
  document: () => null,
  repeater: RepeaterTable,
}

/** What explains a value, under it. */
export const ExplanationText = ({ text }: { text: unknown }) =>
  typeof text === 'string' && text !== '' ? (
    <p className={styles.explanation}>
      <Isolated>{text}</Isolated>
    </p>
  ) : null

/** A read-only value; a dash if it is blank. */
export function FieldValue(props: ValueOptions & { field: Field; value: unknown }) {
  const { none } = useStrings()
  if (isBlank(props.field, props.value) && props.field.kind !== 'switch')
    return <span className={styles.none}>{none}</span>
  return createElement(
    renderers[props.field.kind] as ComponentType<ValueOptions & { field: Field; value: unknown }>,
    props,
  )
}

const IsolatedText = ({ text }: { text: string }) => (
  <bdi className={styles.words}>
    <FreeText>{text}</FreeText>
  </bdi>
)

/** A record that the field is computed from is a link, for a user who may read it. */
function SelectValue({ field, value }: ValueProps<'select'>) {
  const isReadable = useCan('read', resourceByName(field.from))
  if (!field.computed || !value || !isReadable) return <IsolatedText text={value?.name ?? ''} />
  return (
    <a className={styles.link} href={paths.record(`/${field.from}`, value.id)}>
      <IsolatedText text={value.name} />
    </a>
  )
}

function TextValue({ field, value, language }: ValueProps<'text'>) {
  if (paletteOf(field.input)) return <PaletteValue field={field} value={value} language={language} />
  return field.input === 'mask' ? <CaseNumber>{value}</CaseNumber> : <IsolatedText text={value} />
}

const LeftToRight = ({ text }: { text: string }) => (
  <bdi dir="ltr" className={styles.number}>
    {text}
  </bdi>
)

function WebLink({ value }: ValueProps<'link'>) {
  if (!isWebAddress(value)) return <LeftToRight text={value} />
  return (
    <a className={styles.link} href={value} target="_blank" rel="noreferrer noopener" dir="ltr">
      {value}
    </a>
  )
}

function FormattedDate({ field, value, language }: ValueProps<'date' | 'moment'>) {
  return <MomentText moment={value ?? ''} format={field.format} language={language} />
}

function SwitchValue({ field, value, language }: ValueProps<'switch'>) {
  return <>{switchLabel(field, value, language)}</>
}

/** The rows of a repeater. A `hiddenWhenNull` field shows no dash, and no column if it is null in every row. */
function RepeaterTable({ field, value, language }: ValueProps<'repeater'>) {
  const isHidden = (name: string, one: Field, row: RowValues) => one.hiddenWhenNull === true && isBlank(one, row[name])
  const columns = Object.entries(field.fields).filter(([name, one]) => !value.every((row) => isHidden(name, one, row)))
  return (
    <table role="table" className={styles.rows}>
      <thead>
        <tr>
          {columns.map(([name, one]) => (
            <th key={name} scope="col">
              {one.label[language]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {value.map((row, index) => (
          <tr role="row" key={row.id ?? index}>
            {columns.map(([name, one]) => (
              <td role="cell" key={name} data-label={one.label[language]}>
                {!isHidden(name, one, row) && <FieldValue field={one} value={row[name]} language={language} />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
