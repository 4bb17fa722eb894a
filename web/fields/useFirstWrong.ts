import { useRef } from 'react'

/** Brings the focus to the first field of a form that is marked as wrong. */
export function useFirstWrong() {
  const form = useRef<HTMLFormElement>(null)
  const goToFirstWrong = () => {
    // The marks are there when what was decided has been drawn.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  return { form, goToFirstWrong }
}
