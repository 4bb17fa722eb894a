import { Progress as ProgressBar } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { useFormState } from 'react-hook-form'
import type { Field, Label } from '#shared/resource/field.ts'
import { type Mode, stateOf } from '#shared/resource/fieldState.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { directionOf, useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icons.tsx'
import { FormField } from './FormField.tsx'
import formStyles from './Form.module.css'
import styles from './Steps.module.css'

type Props = { sections: readonly Section[]; current: number; onGo: (step: number) => void }

/** The steps of a wizard as tabs, with the progress and the steps that have errors. */
export function Steps({ sections, current, onGo }: Props) {
  const { form } = useStrings()
  const language = useLanguage()
  const { errors } = useFormState()
  const withErrors = new Set(Object.keys(errors).map((path) => sectionIndexOf(sections, path)))
  const name = sections[current]?.label?.[language] ?? ''
  return (
    <div className={styles.steps}>
      <div
        role="tablist"
        aria-label={form.parts}
        className={styles.tabs}
        onKeyDown={(event) => onArrowKey(event, onTab)}
      >
        {sections.map((section, step) => (
          <Tab key={section.name} {...{ section, step, current, onGo }} hasError={withErrors.has(step)} />
        ))}
      </div>
      <ProgressBar
        size="xs"
        radius={0}
        value={((current + 1) / sections.length) * 100}
        aria-label={`${form.partOf(current + 1, sections.length)}: ${name}`}
      />
    </div>
  )

  function onTab(move: -1 | 1) {
    const step = Math.max(0, Math.min(sections.length - 1, current + move))
    onGo(step)
    document.getElementById(`form-tab-${sections[step]?.name ?? ''}`)?.focus()
  }

  /** Arrow keys move to the tab in their direction, in both reading directions. */
  function onArrowKey(event: KeyboardEvent, go: (move: -1 | 1) => void) {
    if (event.ctrlKey || event.altKey) return
    const forward = directionOf(language) === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') go(event.key === forward ? 1 : -1)
  }
}

type TabProps = { section: Section; step: number; current: number; hasError: boolean; onGo: (step: number) => void }

/** One step by number and name. Roving tab index: only the current step is a tab stop. */
function Tab({ section, step, current, hasError, onGo }: TabProps) {
  const { form } = useStrings()
  const language = useLanguage()
  return (
    <button
      type="button"
      role="tab"
      id={`form-tab-${section.name}`}
      aria-selected={step === current}
      aria-controls={step === current ? 'form-panel' : undefined}
      tabIndex={step === current ? 0 : -1}
      className={classes(styles.tab, step < current && styles.done, hasError && styles.wrong)}
      onClick={() => onGo(step)}
    >
      <bdi className={styles.number}>{step + 1}</bdi>
      <span className={styles.name}>{section.label?.[language]}</span>
      {hasError && (
        <span className={styles.sign} role="img" aria-label={form.partHasErrors} title={form.partHasErrors}>
          <Icon name="alert" size={16} />
        </span>
      )}
    </button>
  )
}

/** The current step of a wizard, and the ways to change it. */
export function useSteps(isStepwise: boolean) {
  const [at, setAt] = useState(0)
  return {
    isStepwise,
    at,
    go: setAt,
    /** Opens the first step that has an error. */
    openFor: (sections: readonly Section[], paths: readonly string[]) => {
      const withErrors = paths.map((path) => sectionIndexOf(sections, path)).filter((index) => index >= 0)
      if (withErrors.length > 0) setAt(Math.min(...withErrors))
    },
    /** The specification: ctrl+alt+right is the next step, ctrl+alt+left the previous one, in both reading directions. */
    onKey: (event: KeyboardEvent, current: number, count: number) => {
      const move = event.ctrlKey && event.altKey ? moves[event.key] : undefined
      if (move === undefined) return
      event.preventDefault()
      setAt(Math.max(0, Math.min(count - 1, current + move)))
    },
  }
}

const moves: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }

export type Section = { name: string; label?: Label | undefined; fields: readonly (readonly [string, Field])[] }

/** The fields of a form in their order, by section; empty sections are left out. */
export function sectionsOf(resource: Resource, mode: Mode, abilities: readonly string[]): Section[] {
  const shown = Object.entries(resource.fields)
    .filter(([, field]) => stateOf(field, mode, abilities) !== 'absent')
    .sort(([, one], [, other]) => (one.form ?? 0) - (other.form ?? 0))
  const named = Object.entries(resource.sections ?? {})
  const rest = shown.filter(([, field]) => field.section === undefined)
  return [
    ...named.map(([name, label]) => ({ name, label, fields: shown.filter(([, field]) => field.section === name) })),
    { name: '', fields: rest },
  ].filter(({ fields }) => fields.length > 0)
}

/** The index of the section that contains a field, or -1. The path may name a field of a row: `case_numbers.0.number`. */
const sectionIndexOf = (sections: readonly Section[], path: string) =>
  sections.findIndex(({ fields }) => fields.some(([name]) => name === path.split('.')[0]))

export type Progress = { isStepwise: boolean; current: number; isLast: boolean; shown: readonly Section[] }

/** The current step and the sections it shows. A form without steps shows all sections, and is at its last step. */
export function progressOf(sections: readonly Section[], steps: { isStepwise: boolean; at: number }): Progress {
  const isStepwise = steps.isStepwise && sections.length > 1
  const current = Math.min(steps.at, sections.length - 1)
  return {
    isStepwise,
    current,
    isLast: !isStepwise || current === sections.length - 1,
    shown: isStepwise ? sections.slice(current, current + 1) : sections,
  }
}

type Fields = Resource['fields']
type SectionListProps = { progress: Progress; fields: Fields; inert: boolean }

/** All sections of the form, or the section of the current step. */
export function FormSections({ progress, fields, inert }: SectionListProps) {
  return (
    <div ref={inert ? null : focusFirst} className={formStyles.body} inert={inert}>
      {progress.shown.map((section) => (
        <FormSection key={section.name} section={section} isStep={progress.isStepwise} fields={fields} />
      ))}
    </div>
  )
}

/** The input of a file is hidden. */
const editable = 'input:not([readonly], [type="file"], :disabled), textarea:not([readonly], :disabled)'

/** Focuses the first editable field when the form opens, or a draft was decided about. */
function focusFirst(body: HTMLDivElement | null) {
  const field = body?.querySelector<HTMLElement>(editable)
  // Mantine's focus trap looks for this attribute when it takes the focus, a moment later.
  field?.setAttribute('data-autofocus', '')
  field?.focus()
}

/** Moves the focus into a new step if it was lost with the previous one. A text that is still loaded takes it later. */
function takeFocus(panel: HTMLDivElement | null) {
  if (!panel || document.activeElement !== document.body) return
  const field = panel.querySelector<HTMLElement>(`${editable}, [contenteditable="true"]`)
  const button = panel.querySelector<HTMLElement>('button[data-add-row]:not(:disabled)')
  ;(field ?? button ?? panel).focus()
}

type FormSectionProps = { section: Section; isStep: boolean; fields: Fields }

/** One section of the form; in a wizard it is the panel of its tab. */
function FormSection({ section, isStep, fields }: FormSectionProps) {
  const language = useLanguage()
  const label = section.label?.[language]
  const step = isStep && { role: 'tabpanel', id: 'form-panel', 'aria-labelledby': `form-tab-${section.name}` }
  return (
    <div {...step} {...(isStep && { ref: takeFocus, tabIndex: -1 })} className={formStyles.part}>
      {!isStep && label !== undefined && <h3 className={formStyles.partTitle}>{label}</h3>}
      <div className={formStyles.fields}>
        {section.fields.map(([name, field]) => (
          <FormField key={name} name={name} field={field} fields={fields} />
        ))}
      </div>
    </div>
  )
}
