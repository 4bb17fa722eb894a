import type { FileInput } from '#shared/calls/files.ts'
import { post } from '#web/api/client.ts'
import { showAnswer } from '#web/shell/toasts.ts'

/** Shows a file in a tab of its own. The tab is opened by the click itself, or the browser would not let it open. */
export async function openFile(about: FileInput) {
  const tab = window.open('about:blank', '_blank')
  const answer = await post('files/link', about)
  if (answer.Status === 'error') {
    tab?.close()
    showAnswer(answer)
    return
  }
  if (!tab) return
  tab.opener = null
  tab.location.replace(answer.data.link)
}
