import type { Section } from './sections.ts'

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
