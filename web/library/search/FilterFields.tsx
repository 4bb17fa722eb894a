import { MultiSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Meta, Named } from '#shared/calls/search.ts'
import { limits } from '#shared/limits.ts'
import { useMeta } from '#web/api/useMeta.ts'
import { type Strings, useStrings } from '#web/strings/strings.ts'
import { thaanaField } from '#web/typing/followTyping.ts'
import { ThaanaToggle } from '#web/typing/ThaanaToggle.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { matching } from '#web/fields/nameHolds.ts'
import { choicesOf, idsOf } from './choices.ts'
import { DayRange } from './DayRange.tsx'
import { emptyForm, type FilterForm, type FormProblems, readForm } from './filterForm.ts'
import type { Filters } from './filters.ts'
import { problemSentence } from './problemSentence.ts'
import styles from './FilterModal.module.css'

type Props = {
  begin: FilterForm
  onSearch: (q: string, filters: Filters) => void
  onCalendar: (isOpen: boolean) => void
}

export function FilterFields({ begin, onSearch, onCalendar }: Props) {
  const strings = useStrings().search
  const [form, setForm] = useState(begin)
  // Mistakes are told when somebody wants to go on, not while he writes.
  const [isTold, setTold] = useState(false)
  const { q, filters, problems, isRight } = readForm(form)
  const shown = isTold ? problems : {}
  const change = (part: Partial<FilterForm>) => setForm({ ...form, ...part })

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTold(true)
        if (isRight) onSearch(q, filters)
      }}
    >
      <Words form={form} problem={shown.q} onChange={change} strings={strings} />
      <Lists form={form} onChange={change} strings={strings} />
      <DayRange from={form.from} to={form.to} problems={shown} onChange={change} onCalendar={onCalendar} />
      <Parties form={form} onChange={change} strings={strings} />
      <div className={styles.acts}>
        <Button
          variant="ghost"
          icon="refresh"
          onClick={() => {
            setForm(emptyForm)
            setTold(false)
          }}
        >
          {strings.advanced.reset}
        </Button>
        <Button type="submit" icon="search">
          {strings.submit}
        </Button>
      </div>
    </form>
  )
}

type Part = { form: FilterForm; onChange: (part: Partial<FilterForm>) => void; strings: Strings['search'] }

/** A field in which Dhivehi is written: in any script, with the way to the Thaana keyboard. */
const dhivehi = { ...thaanaField, classNames: { input: styles.anyScript ?? '' }, rightSection: <ThaanaToggle /> }

function Words({ form, problem, onChange, strings }: Part & { problem: FormProblems['q'] }) {
  return (
    <TextInput
      data-autofocus
      className={styles.wide ?? ''}
      {...dhivehi}
      label={strings.query}
      value={form.q}
      error={problem && problemSentence(problem, strings)}
      errorProps={{ role: 'alert' }}
      autoComplete="off"
      onChange={(event) => onChange({ q: event.currentTarget.value })}
    />
  )
}

const nothingYet: Meta = { Courts: [], Judges: [], CaseTypes: [], Codes: [] }

/** What is chosen from the library's own lists, and the number. */
function Lists({ form, onChange, strings }: Part) {
  const meta = useMeta({ enabled: true })
  const { Courts, Judges, CaseTypes } = meta.data ?? nothingYet
  const { fields } = strings
  const several = (label: string, list: readonly Named[], chosen: number[], onChosen: (ids: number[]) => void) => (
    <MultiSelect
      {...listLook(strings)}
      classNames={{ inputField: styles.besidePills ?? '', options: styles.options ?? '' }}
      {...(chosen.length > 0 && { placeholder: '' })}
      label={label}
      data={choicesOf(list, chosen)}
      value={chosen.map(String)}
      onChange={(values) => onChosen(idsOf(values))}
    />
  )
  return (
    <>
      {meta.isError && (
        <Alert tone="bad" className={styles.wide ?? ''}>
          {strings.advanced.failed}
        </Alert>
      )}
      {several(fields.types, CaseTypes, form.types, (types) => onChange({ types }))}
      {several(fields.courts, Courts, form.courts, (courts) => onChange({ courts }))}
      {several(fields.judges, Judges, form.judges, (judges) => onChange({ judges }))}
      <TextInput
        label={fields.number}
        classNames={{ input: styles.number ?? '' }}
        dir="ltr"
        value={form.number}
        maxLength={limits.search.number_letters}
        autoComplete="off"
        placeholder="123/Cv-C/2021"
        onChange={(event) => onChange({ number: event.currentTarget.value })}
      />
    </>
  )
}

const listLook = ({ advanced }: Strings['search']) => ({
  searchable: true,
  ...thaanaField,
  clearable: true,
  filter: matching,
  nothingFoundMessage: advanced.nothing,
  placeholder: advanced.choose,
  withScrollArea: false,
  // Beside its field, not at the end of the page, where no landmark would hold it.
  comboboxProps: { withinPortal: false },
})

function Parties({ form, onChange, strings }: Part) {
  return (
    <>
      <TextInput
        label={strings.fields.claimant}
        {...dhivehi}
        value={form.claimant}
        maxLength={limits.search.party_letters}
        autoComplete="off"
        onChange={(event) => onChange({ claimant: event.currentTarget.value })}
      />
      <TextInput
        label={strings.fields.respondant}
        {...dhivehi}
        value={form.respondant}
        maxLength={limits.search.party_letters}
        autoComplete="off"
        onChange={(event) => onChange({ respondant: event.currentTarget.value })}
      />
    </>
  )
}
