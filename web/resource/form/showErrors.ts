import type { UseFormReturn } from 'react-hook-form'
import type { FormValues } from './payload.ts'

/** Shows each sentence at its field. */
export function showErrors(form: UseFormReturn<FormValues>, errors: Record<string, readonly string[]>) {
  form.clearErrors()
  for (const [name, sentences] of Object.entries(errors)) form.setError(name, { message: sentences.join(' ') })
}

const typedInto = 'input:not([type=hidden]), textarea, [contenteditable=true], button'

/** Puts the focus on the first of the named fields, once its part of the form stands open. */
export function focusField(names: readonly string[]) {
  setTimeout(() => {
    const places = names.map((name) => document.querySelector(`[data-field="${CSS.escape(name)}"]`))
    places
      .find((place) => place !== null)
      ?.querySelector<HTMLElement>(typedInto)
      ?.focus()
  }, 0)
}
