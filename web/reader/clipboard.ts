/** Writes to the clipboard; answers whether it could. Browsers offer the clipboard only over https and on this machine. */
export async function writeToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return writeByCommand(text)
  }
}

/** The old way, from a field that is there for a moment only. */
function writeByCommand(text: string): boolean {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.setAttribute('readonly', '')
  field.setAttribute('aria-hidden', 'true')
  field.style.position = 'fixed'
  field.style.opacity = '0'
  document.body.append(field)
  field.select()
  // Deprecated, and the only way where the page is not served over https.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  const isWritten = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  return isWritten
}
