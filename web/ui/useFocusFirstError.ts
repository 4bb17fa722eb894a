import { useEffect, useRef, useState } from 'react'

/** Focuses the first invalid field of a form after the errors are rendered. */
export function useFocusFirstError<Form extends HTMLElement = HTMLFormElement>() {
  const form = useRef<Form>(null)
  const [requests, setRequests] = useState(0)

  useEffect(() => {
    if (requests === 0) return
    const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    // A group of radio buttons takes no focus itself.
    const field = invalid?.matches('fieldset') ? invalid.querySelector('input') : invalid
    field?.focus()
  }, [requests])

  return { form, focusFirstError: () => setRequests((count) => count + 1) }
}
