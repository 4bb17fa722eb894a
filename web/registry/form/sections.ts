import type { Field, Label } from '#shared/resource/field.ts'
import { type Mode, stateOf } from '#shared/resource/fieldState.ts'
import type { Resource } from '#shared/resource/resource.ts'

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
export const sectionIndexOf = (sections: readonly Section[], path: string) =>
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
