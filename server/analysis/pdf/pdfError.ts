export type PdfErrorCode = 'encrypted' | 'not-a-pdf' | 'damaged' | 'too-many-pages' | 'too-complex'

/** Why a file, or one page of it, cannot be read. */
export class PdfError extends Error {
  readonly code: PdfErrorCode

  constructor(code: PdfErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
