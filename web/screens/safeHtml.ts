import type { Language } from '#shared/messages.ts'
import { otherScriptOf } from '#web/richText/scriptOf.ts'
import { isolateNumbersIn, frameTables, sanitize, trustedHtml } from '#web/richText/sanitizer.ts'

/**
 * Sanitizes the HTML of a page. Its first heading, if any, becomes the heading of the screen and takes the focus on
 * opening. A block that is wholly in another script than `language` has a direction of its own. `tableLabel` names the frames
 * of its tables by their numbers.
 */
export function safeHtml(dirty: string, language: Language, tableLabel: (number: number) => string) {
  const fragment = sanitize(dirty, { USE_PROFILES: { html: true }, FORBID_ATTR: ['style'] })
  isolateNumbersIn(fragment)
  frameTables(fragment, tableLabel)
  const heading = fragment.querySelector('h1')
  heading?.setAttribute('tabindex', '-1')
  heading?.setAttribute('data-page-heading', '')
  for (const link of fragment.querySelectorAll('a[target]')) link.setAttribute('rel', 'noopener noreferrer')
  for (const block of fragment.children)
    if (!block.hasAttribute('dir'))
      for (const [name, value] of Object.entries(otherScriptOf(block.textContent, language) ?? {}))
        block.setAttribute(name, value)
  return { html: trustedHtml(fragment), hasHeading: heading !== null, language }
}
