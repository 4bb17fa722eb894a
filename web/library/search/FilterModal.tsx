import { Modal, MultiSelect, TextInput, type ComboboxItem } from '@mantine/core'
import { useState } from 'react'
import type { FilterChoice, Meta, Named } from '#shared/calls/search.ts'
import { limits } from '#shared/limits.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { DialogHead, titleClass } from '#web/ui/dialogs/Dialog.tsx'
import { CalendarLocale, DateInput } from '#web/fields/dates/DateInput.tsx'
import { parseTypedDay } from '#web/fields/dates/dates.ts'
import { nameFilterWith } from '#web/fields/inputs/nameMatches.ts'
import { useFirstOption } from '#web/fields/inputs/useFirstOption.ts'
import { useFocusFirstError } from '#web/ui/useFocusFirstError.ts'
import { useMeta } from '#web/platform/api/useMeta.ts'
import type { Strings } from '#web/platform/strings/types.ts'
import { thaanaField } from '#web/platform/typing/thaanaKeyboard.ts'
import { ThaanaToggle } from '#web/platform/typing/ThaanaToggle.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { type Filters, isFiltered, noFilters, rangeProblem } from './filters.ts'
import { problemSentence, type QueryProblem, queryProblem, normalizeQuery } from './queryProblem.ts'
import styles from './FilterModal.module.css'

type Props = {
  opened: boolean
  /** The query in the search box and the filters in the URL. */
  initialForm: FilterForm
  onClose: () => void
  onSearch: (q: string, filters: Filters) => void
}

/** The form with every filter of the specification. It starts with the filters of the URL each time it opens. */
export function FilterModal({ opened, initialForm, onClose, onSearch }: Props) {
  const strings = useStrings()
  // Escape closes the topmost layer: first the calendar, then the modal.
  const [isCalendarOpen, setCalendarOpen] = useState(false)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="xl"
      closeOnEscape={!isCalendarOpen}
      withCloseButton={false}
      padding={0}
      classNames={{ content: styles.scroller ?? '' }}
    >
      <DialogHead closeLabel={strings.actions.close} className={styles.head} onClose={onClose}>
        <Modal.Title className={titleClass}>{strings.search.advanced.title}</Modal.Title>
      </DialogHead>
      <FilterFields initialForm={initialForm} onSearch={onSearch} onCalendar={setCalendarOpen} />
    </Modal>
  )
}

type FilterFieldsProps = {
  initialForm: FilterForm
  onSearch: (q: string, filters: Filters) => void
  onCalendar: (isOpen: boolean) => void
}

function FilterFields({ initialForm, onSearch, onCalendar }: FilterFieldsProps) {
  const strings = useStrings().search
  const [form, setForm] = useState(initialForm)
  // Problems are shown after the first submit, not while typing.
  const [isValidated, setValidated] = useState(false)
  const { form: element, focusFirstError } = useFocusFirstError()
  const { q, filters, problems, isValid } = readForm(form)
  const shownProblems = isValidated ? problems : {}
  const change = (part: Partial<FilterForm>) => setForm({ ...form, ...part })

  return (
    <form
      ref={element}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setValidated(true)
        if (isValid) onSearch(q, filters)
        else focusFirstError()
      }}
    >
      <QueryField form={form} problem={shownProblems.q} onChange={change} strings={strings} />
      <Lists form={form} onChange={change} strings={strings} />
      <DayRange from={form.from} to={form.to} problems={shownProblems} onChange={change} onCalendar={onCalendar} />
      <Parties form={form} onChange={change} strings={strings} />
      <div className={styles.actions}>
        <Button
          variant="ghost"
          icon="refresh"
          onClick={() => {
            setForm(emptyForm)
            setValidated(false)
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

type SectionProps = { form: FilterForm; onChange: (part: Partial<FilterForm>) => void; strings: Strings['search'] }

/** Props of a text input for any script, with the toggle of the Thaana keyboard. */
const dhivehi = {
  ...thaanaField,
  classNames: { input: styles.anyScript ?? '' },
  rightSection: <ThaanaToggle />,
  rightSectionWidth: 42,
}

function QueryField({ form, problem, onChange, strings }: SectionProps & { problem: FormProblems['q'] }) {
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

const emptyMeta: Meta = { Courts: [], Judges: [], CaseTypes: [], Codes: [] }

/** The filters by list, and the case number. */
function Lists({ form, onChange, strings }: SectionProps) {
  const meta = useMeta({ enabled: true })
  const { Courts, Judges, CaseTypes } = meta.data ?? emptyMeta
  const { fields } = strings
  return (
    <>
      {meta.isError && (
        <Alert tone="bad" className={styles.wide ?? ''}>
          {strings.advanced.failed}
        </Alert>
      )}
      <List label={fields.types} list={CaseTypes} chosen={form.types} onChosen={(types) => onChange({ types })} />
      <List label={fields.courts} list={Courts} chosen={form.courts} onChosen={(courts) => onChange({ courts })} />
      <List label={fields.judges} list={Judges} chosen={form.judges} onChosen={(judges) => onChange({ judges })} />
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

type ListProps = {
  label: string
  list: readonly FilterChoice[]
  chosen: readonly number[]
  onChosen: (ids: number[]) => void
}

function List({ label, list, chosen, onChosen }: ListProps) {
  const { advanced } = useStrings().search
  const [isOpen, setOpen] = useState(false)
  const enter = useFirstOption({
    isFiltered: (text) => text !== '',
    isStale: false,
    isLoading: false,
    setOpen,
  })
  return (
    <MultiSelect
      {...thaanaField}
      searchable
      clearable
      withScrollArea={false}
      classNames={{ inputField: styles.inputField ?? '', options: styles.options ?? '' }}
      nothingFoundMessage={advanced.nothing}
      placeholder={chosen.length > 0 ? '' : advanced.choose}
      label={label}
      data={choicesOf(list, chosen)}
      filter={nameFilterWith(new Map(list.map(({ id, english = '' }) => [String(id), english])))}
      value={chosen.map(String)}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      onKeyDown={enter.onKeyDown}
      onChange={(values) => onChosen(idsOf(values))}
    />
  )
}

function Parties({ form, onChange, strings }: SectionProps) {
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

type DayRangeProps = {
  from: string
  to: string
  problems: FormProblems
  onChange: (part: { from?: string; to?: string }) => void
  onCalendar: (isOpen: boolean) => void
}

/** The range of the closing date; either end may be empty. */
function DayRange({ from, to, problems, onChange, onCalendar }: DayRangeProps) {
  const { fields, advanced } = useStrings().search
  const sentences = { 'not-a-day': advanced.notADay, reversed: advanced.reversed }
  return (
    <CalendarLocale>
      <fieldset className={styles.range}>
        <legend className={styles.legend}>{fields.closed}</legend>
        <DateInput
          label={fields.from}
          value={from}
          error={problems.from && sentences[problems.from]}
          onChange={(text) => onChange({ from: text })}
          onCalendar={onCalendar}
          latest={parseTypedDay(to)}
        />
        <DateInput
          label={fields.to}
          value={to}
          error={problems.to && sentences[problems.to]}
          onChange={(text) => onChange({ to: text })}
          onCalendar={onCalendar}
          earliest={parseTypedDay(from)}
        />
      </fieldset>
    </CalendarLocale>
  )
}

/** The values of the filter form, valid or not. */
type FilterForm = Filters & { q: string }

type FormProblems = { q?: QueryProblem; from?: 'not-a-day'; to?: 'not-a-day' | 'reversed' }

export const emptyForm: FilterForm = { ...noFilters, q: '' }

/** Parses the filter form into a query and filters, with its problems. */
export function readForm(form: FilterForm): { q: string; filters: Filters; problems: FormProblems; isValid: boolean } {
  const { q, ...typed } = form
  const filters: Filters = {
    ...typed,
    from: parseTypedDay(typed.from),
    to: parseTypedDay(typed.to),
    number: normalizeQuery(typed.number),
    claimant: normalizeQuery(typed.claimant),
    respondant: normalizeQuery(typed.respondant),
  }
  const problemOfQuery = queryProblem(q, { filtered: isFiltered(filters) })
  const problems = { ...rangeProblem(filters.from, filters.to), ...(problemOfQuery && { q: problemOfQuery }) }
  return { q: normalizeQuery(q), filters, problems, isValid: Object.keys(problems).length === 0 }
}

/**
 * The options of a list. A value from an old link that is no longer listed is shown by its id, so that it can be
 * removed.
 */
export function choicesOf(list: readonly Named[], chosen: readonly number[]): ComboboxItem[] {
  const listedIds = new Set(list.map(({ id }) => id))
  const unlisted = chosen.filter((id) => !listedIds.has(id)).map((id) => ({ id, name: `#${id}` }))
  return [...list, ...unlisted].map(({ id, name }) => ({ value: String(id), label: name }))
}

const idOf = (value: string) => Number(value)
const idsOf = (values: readonly string[]) => values.map(idOf)
