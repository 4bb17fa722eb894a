import { useEffect, useRef, useState } from 'react'

/** Brings the focus to the first field of a form that is marked as wrong, once the marks are drawn. */
export function useFirstWrong() {
  const form = useRef<HTMLFormElement>(null)
  const [asked, setAsked] = useState(0)

  useEffect(() => {
    if (asked > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [asked])

  return { form, goToFirstWrong: () => setAsked((times) => times + 1) }
}
