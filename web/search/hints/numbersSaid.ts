import type { NumberAnswer } from '#shared/calls/search.ts'
import type { Strings } from '#web/strings/strings.ts'

/**
 * What is said over the cases that a written number may mean, that the filters leave out, or that are near one that no
 * case has.
 */
export const numbersSaid = ({ state, cases }: NumberAnswer, { hints }: Strings['finding']) =>
  state === 'ambiguous' ? hints.ambiguous(cases.length) : hints[state]
