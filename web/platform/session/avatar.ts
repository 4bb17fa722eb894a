/** A link to an avatar expires: the stored data URL stays. */
export const lastingAvatar = (avatar: string | null, stored: string | null) =>
  avatar === null || avatar.startsWith('data:') ? avatar : stored

/**
 * Fetches a picture as a data URL. Links expire after minutes and with the session, but the layout shows the picture
 * for hours and the login card after the session. Undefined when it cannot be fetched.
 */
export async function fetchAsDataUrl(link: string): Promise<string | undefined> {
  if (link.startsWith('data:')) return link
  try {
    const response = await fetch(link)
    return response.ok ? await dataUrlOf(await response.blob()) : undefined
  } catch {
    return undefined
  }
}

const dataUrlOf = (blob: Blob) =>
  new Promise<string | undefined>((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : undefined)
    reader.onerror = () => resolve(undefined)
    reader.readAsDataURL(blob)
  })
