import type { Answer } from '#shared/calls/answer.ts'
import { sentencesOf } from '#web/api/sentences.ts'
import type { Tone } from '#web/ui/Alert.tsx'
import { type ToastAct, toasts } from './toastStore.ts'

/** Shows a sentence in the corner, and what can be done about it. */
export const showToast = (tone: Tone, sentence: string, act?: ToastAct) => toasts.show(tone, sentence, act)

/** Shows what an answer has to say, once: each sentence about a field, else its own. */
export function showAnswer(answer: Answer) {
  const tone = answer.Status === 'success' ? 'good' : 'bad'
  for (const sentence of sentencesOf(answer)) showToast(tone, sentence)
}
