import type { NoteState } from '#shared/calls/notes.ts'
import type { NoteType } from '#shared/noteTypes.ts'
import type { AnnotationType } from '#shared/calls/search.ts'
import type { IconName } from '#web/ui/icons.tsx'

/** The symbol, color and name of a note's type are those of the annotation of the same type. */
export const annotationTypeOf: Record<NoteType, AnnotationType> = {
  General: 'general',
  Positive: 'positive',
  Neutral: 'neutral',
  Warning: 'warning',
  Cautionary: 'caution',
}

export const stateLooks: Record<NoteState, { icon: IconName; color: string }> = {
  moved: { icon: 'refresh', color: 'caution' },
  lost: { icon: 'circle-x', color: 'bad' },
  placed: { icon: 'circle-check', color: 'good' },
}
