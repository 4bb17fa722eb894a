import { limits } from '#shared/limits.ts'

type Picture = { is: 'picture'; base64: string } | { is: 'wrong-kind' } | { is: 'too-big' }

/** What may be chosen, as a file's type and for the browser's window of files. */
export const pictureKinds = ['image/png', 'image/jpeg', 'image/webp']

const { picture_px, picture_file_bytes, avatar_base64 } = limits.person

/** The middle of a file's picture, small and square, as the bytes that are sent. The file itself never leaves here. */
export async function pictureOf(file: File): Promise<Picture> {
  if (file.size > picture_file_bytes) return { is: 'too-big' }
  if (!pictureKinds.includes(file.type)) return { is: 'wrong-kind' }
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return { is: 'wrong-kind' }

  const canvas = draw(bitmap)
  bitmap.close()
  return encode(canvas)
}

/** The largest square in the middle. */
export function squareIn({ width, height }: { width: number; height: number }) {
  const side = Math.min(width, height)
  return { x: (width - side) / 2, y: (height - side) / 2, side }
}

function draw(bitmap: ImageBitmap) {
  const canvas = document.createElement('canvas')
  canvas.width = picture_px
  canvas.height = picture_px
  const { x, y, side } = squareIn(bitmap)
  const context = canvas.getContext('2d')
  if (context) {
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, x, y, side, side, 0, 0, picture_px, picture_px)
  }
  return canvas
}

/** WebP where the browser can write it; PNG else, and JPEG where that is too large. */
async function encode(canvas: HTMLCanvasElement): Promise<Picture> {
  for (const type of ['image/webp', 'image/png', 'image/jpeg']) {
    const blob = await new Promise<Blob | null>((settle) => canvas.toBlob(settle, type, 0.88))
    if (blob?.type !== type) continue
    const bytes = new Uint8Array(await blob.arrayBuffer())
    const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    if (base64.length <= avatar_base64) return { is: 'picture', base64 }
  }
  return { is: 'too-big' }
}
