/** PDFium cannot open a file, or load a page, that another engine may read. */
export class RenderError extends Error {}
