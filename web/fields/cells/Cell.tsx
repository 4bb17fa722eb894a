import type { ComponentType } from 'react'
import type { Language } from '#shared/messages.ts'
import { isolate } from '#shared/text/format/isolate.ts'
import type { Field, FieldOf, Kind } from '#shared/resource/field.ts'
import { paletteOf } from '#shared/resources/palettes.ts'
import { PaletteValue } from '#web/fields/PaletteValue.tsx'
import { useStrings } from '#web/platform/strings/strings.ts'
import { StatusBadge } from '#web/ui/Chip.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icons.tsx'
import { CaseNumber, FreeText } from '#web/ui/Text.tsx'
import { isRecord } from '#shared/isRecord.ts'
import { cellText, isWebAddress } from './cellText.ts'
import styles from './Cell.module.css'

type CellProps<K extends Kind = Kind> = { field: FieldOf<K>; value: unknown; language: Language }

/** Text of any script, isolated from its surroundings. */
function IsolatedText({ field, value, language }: CellProps) {
  const text = cellText(field, value, language)
  return (
    <bdi className={styles.words} title={isolate(text)}>
      <FreeText>{text}</FreeText>
    </bdi>
  )
}

function TextCell({ field, value, language }: CellProps<'text'>) {
  if (paletteOf(field.input)) return <PaletteValue field={field} value={text(value)} language={language} />
  return <IsolatedText field={field} value={value} language={language} />
}

/** Text that is always left-to-right. */
function LeftToRight({ field, value, language }: CellProps) {
  const text = cellText(field, value, language)
  return (
    <bdi dir="ltr" className={classes(styles.words, styles.number)} title={isolate(text)}>
      {text}
    </bdi>
  )
}

/** A date with a Dhivehi month is isolated right-to-left, or its parts would be reordered. */
function DateCell({ field, value, language }: CellProps<'date' | 'moment'>) {
  return (
    <time dateTime={typeof value === 'string' ? value : undefined}>
      <bdi dir={language === 'dv' ? 'rtl' : 'ltr'} className={styles.number}>
        {cellText(field, value, language)}
      </bdi>
    </time>
  )
}

function SwitchCell({ field, value, language }: CellProps<'switch'>) {
  return (
    <span className={classes(styles.answer, value === true && styles.yes)}>
      <Icon name={value === true ? 'circle-check' : 'circle-x'} size={16} />
      {cellText(field, value, language)}
    </span>
  )
}

/** Rows with a color and an icon are badges, others are text. */
function Badges(props: CellProps<'multiselect'>) {
  const rows = Array.isArray(props.value) ? (props.value as unknown[]).filter(isRecord) : []
  if (!rows.some((row) => 'color' in row)) return <IsolatedText {...props} />
  return (
    <span className={styles.badges}>
      {rows.map((row) => (
        <StatusBadge
          key={String(row['id'])}
          name={text(row['name'])}
          icon={text(row['icon'])}
          color={text(row['color'])}
        />
      ))}
    </span>
  )
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')

function WebLink({ value }: CellProps<'link'>) {
  const address = text(value)
  if (!isWebAddress(address)) return <CaseNumber plain>{address}</CaseNumber>
  return (
    <a className={styles.link} href={address} target="_blank" rel="noreferrer" dir="ltr">
      {address}
    </a>
  )
}

const cells: { [K in Kind]: ComponentType<CellProps<K>> } = {
  text: TextCell,
  textarea: IsolatedText,
  email: LeftToRight,
  password: IsolatedText,
  link: WebLink,
  number: LeftToRight,
  switch: SwitchCell,
  date: DateCell,
  moment: DateCell,
  choice: IsolatedText,
  select: IsolatedText,
  multiselect: Badges,
  tags: IsolatedText,
  file: LeftToRight,
  richtext: IsolatedText,
  document: IsolatedText,
  repeater: LeftToRight,
}

/** A value in a list: false and 0 are values, an empty one is a dash. */
export function Cell({ field, value, language }: { field: Field; value: unknown; language: Language }) {
  const { none, list } = useStrings()
  if (cellText(field, value, language) === '')
    return (
      <span className={styles.none} title={list.blank}>
        {none}
      </span>
    )
  // The table is exhaustive, which the compiler cannot follow through the union.
  const CellOfKind = cells[field.kind] as ComponentType<CellProps>
  return <CellOfKind field={field} value={value} language={language} />
}
