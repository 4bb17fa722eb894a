import { useState } from 'react'
import { useStrings } from '#web/platform/strings/strings.ts'
import { showToast } from '#web/platform/toasts/toasts.tsx'

/** For a button that copies a text: whether it was copied, and how. A failure is shown. */
export function useCopyButton(text: string) {
  const { copyFailed } = useStrings().actions
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    const succeeded = await writeToClipboard(text)
    setCopied(succeeded)
    if (!succeeded) showToast('bad', copyFailed)
  }
  return { isCopied, copy: () => void copy() }
}

/**
 * Writes to the clipboard and returns whether it succeeded. Browsers offer the clipboard API over https and on
 * localhost only.
 */
export async function writeToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyByCommand(text)
  }
}

/** Fallback: `execCommand('copy')` from a temporary field. */
function copyByCommand(text: string): boolean {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.setAttribute('readonly', '')
  field.setAttribute('aria-hidden', 'true')
  field.style.position = 'fixed'
  field.style.opacity = '0'
  document.body.append(field)
  field.select()
  // Deprecated, but the only way without https.
  // oxlint-disable-next-line typescript/no-deprecated
  const isCopied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  return isCopied
}
