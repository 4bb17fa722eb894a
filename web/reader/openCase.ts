import { post } from '#web/api/client.ts'
import { showAnswer } from '#web/shell/toasts.ts'
import { paths } from '#web/paths.ts'

/**
 * Opens a case by its number in a new tab; a number that may mean several, or that no case has where others are near it,
 * is searched there, so that one is chosen.
 * The tab opens at once, empty: what opens after an answer has come is taken for a pop-up and blocked.
 */
export async function openCase(number: string) {
  const tab = window.open('about:blank', '_blank')
  const answer = await post('g/getRefByCN', { CaseNumber: number })
  if (answer.Status === 'error' && answer.payload.candidates?.length) tab?.location.replace(paths.search(number))
  else if (answer.Status === 'error') {
    tab?.close()
    showAnswer(answer)
  } else tab?.location.replace(paths.case({ ref: answer.Reference }))
}
