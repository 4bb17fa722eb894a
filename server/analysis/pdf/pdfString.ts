const utf16 = new TextDecoder('utf-16be')
const utf16Little = new TextDecoder('utf-16le')
const utf8 = new TextDecoder('utf-8')

function bytesOf(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index)
  return bytes
}

/** A text string of PDF (PDF 32000-2, 7.9.2.2), one character a byte, as text. */
export function pdfString(raw: string): string {
  if (raw.startsWith('\u00fe\u00ff')) return withoutLanguage(utf16.decode(bytesOf(raw.slice(2))))
  if (raw.startsWith('\u00ff\u00fe')) return utf16Little.decode(bytesOf(raw.slice(2)))
  if (raw.startsWith('\u00ef\u00bb\u00bf')) return utf8.decode(bytesOf(raw.slice(3)))
  return raw
}

/** A language code between two escape characters may be inside a string. */
const withoutLanguage = (text: string) =>
  text
    .split('\u001b')
    .filter((_, index) => index % 2 === 0)
    .join('')
