import DOMPurify from 'dompurify'
import type { Language } from '#shared/messages.ts'
import { isDhivehi } from '#shared/text/language/script.ts'
import { isolateNumbersIn } from '#web/richText/isolateNumbersIn.ts'

/**
 * Sanitizes the HTML of a page. Its first heading, if any, becomes the heading of the screen and takes the focus on
 * opening.
 */
export function safeHtml(dirty: string) {
  const fragment = DOMPurify.sanitize(dirty, { RETURN_DOM_FRAGMENT: true, USE_PROFILES: { html: true } })
  isolateNumbersIn(fragment)
  const heading = fragment.querySelector('h1')
  heading?.setAttribute('tabindex', '-1')
  heading?.setAttribute('data-page-heading', '')
  for (const link of fragment.querySelectorAll('a[target]')) link.setAttribute('rel', 'noopener noreferrer')

  const container = document.createElement('div')
  container.append(fragment)
  const language: Language = isDhivehi(container.textContent) ? 'dv' : 'en'
  return { html: container.innerHTML, hasHeading: heading !== null, language }
}
