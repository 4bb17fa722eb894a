/**
 * The picture behind a link as a data address: links end after minutes, and with their session, but the frame shows the
 * picture for hours and the card of the log-in after the session. Undefined when it cannot be had.
 */
export async function lastingPicture(link: string): Promise<string | undefined> {
  if (link.startsWith('data:')) return link
  try {
    const response = await fetch(link)
    return response.ok ? await dataAddress(await response.blob()) : undefined
  } catch {
    return undefined
  }
}

const dataAddress = (blob: Blob) =>
  new Promise<string | undefined>((settle) => {
    const reader = new FileReader()
    reader.onload = () => settle(typeof reader.result === 'string' ? reader.result : undefined)
    reader.onerror = () => settle(undefined)
    reader.readAsDataURL(blob)
  })
