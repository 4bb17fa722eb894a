import { limits } from '#shared/limits.ts'

type Picture = { is: 'picture'; base64: string } | { is: 'wrong-kind' } | { is: 'too-big' }

/** The media types of pictures that can be chosen. */
export const pictureKinds = ['image/png', 'image/jpeg', 'image/webp']

const { picture_px, picture_file_bytes, avatar_base64 } = limits.person

/** Crops a picture file to its center square and scales it down; only the result (base64) is sent. */
export async function resizePicture(file: File): Promise<Picture> {
  if (file.size > picture_file_bytes) return { is: 'too-big' }
  if (!pictureKinds.includes(file.type)) return { is: 'wrong-kind' }
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return { is: 'wrong-kind' }

  const canvas = draw(bitmap)
  bitmap.close()
  return encode(canvas)
}

/** The largest centered square. */
export function centerSquare({ width, height }: { width: number; height: number }) {
  const side = Math.min(width, height)
  return { x: (width - side) / 2, y: (height - side) / 2, side }
}

function draw(bitmap: ImageBitmap) {
  const canvas = document.createElement('canvas')
  canvas.width = picture_px
  canvas.height = picture_px
  const { x, y, side } = centerSquare(bitmap)
  const context = canvas.getContext('2d')
  if (context) {
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, x, y, side, side, 0, 0, picture_px, picture_px)
  }
  return canvas
}

/** Encodes as WebP if the browser supports it, else as PNG, or as JPEG if the PNG is too large. */
async function encode(canvas: HTMLCanvasElement): Promise<Picture> {
  for (const type of ['image/webp', 'image/png', 'image/jpeg']) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.88))
    if (blob?.type !== type) continue
    const bytes = new Uint8Array(await blob.arrayBuffer())
    const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    if (base64.length <= avatar_base64) return { is: 'picture', base64 }
  }
  return { is: 'too-big' }
}
