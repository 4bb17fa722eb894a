import type { Field, Label } from '#shared/resource/field.ts'
import { type Mode, stateOf } from '#shared/resource/fieldState.ts'
import type { Resource } from '#shared/resource/resource.ts'

export type Section = { name: string; label?: Label | undefined; fields: readonly (readonly [string, Field])[] }

/** The fields of a form in their order, part by part; a part in which nothing is to be seen is none. */
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

/** The section in which a field stands, or -1; an error may name a field of a row: `case_numbers.0.number`. */
export const sectionHolding = (sections: readonly Section[], error: string) =>
  sections.findIndex(({ fields }) => fields.some(([name]) => name === error.split('.')[0]))

export type Progress = { isStepwise: boolean; current: number; isLast: boolean; shown: readonly Section[] }

/** How far one has come in a form, and what it shows there. One without steps shows everything, and is at its last. */
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
