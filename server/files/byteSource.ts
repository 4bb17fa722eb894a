/** Bytes of which a check reads parts only: a file on disk, or a buffer. A part that goes past the end is shorter. */
export type ByteSource = { size: number; read: (start: number, length: number) => Promise<Buffer> }

export const bufferSource = (bytes: Buffer): ByteSource => ({
  size: bytes.length,
  read: (start, length) => Promise.resolve(bytes.subarray(start, start + length)),
})
