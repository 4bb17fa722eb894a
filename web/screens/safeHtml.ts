import DOMPurify from 'dompurify'
import type { Language } from '#shared/messages.ts'
import { isDhivehi } from '#shared/text/language.ts'

/**
 * What may be drawn of a page, whoever wrote it. Its first heading, when it has one, becomes the heading of the screen:
 * it takes the focus when the page opens.
 */
export function safeHtml(dirty: string) {
  const fragment = DOMPurify.sanitize(dirty, { RETURN_DOM_FRAGMENT: true, USE_PROFILES: { html: true } })
  const heading = fragment.querySelector('h1')
  heading?.setAttribute('tabindex', '-1')
  heading?.setAttribute('data-page-heading', '')
  for (const link of fragment.querySelectorAll('a[target]')) link.setAttribute('rel', 'noopener noreferrer')

  const holder = document.createElement('div')
  holder.append(fragment)
  const language: Language = isDhivehi(holder.textContent) ? 'dv' : 'en'
  return { html: holder.innerHTML, hasHeading: heading !== null, language }
}
