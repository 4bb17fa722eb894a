/**
 * Strict base64url: the bytes of a text, or undefined unless encoding them again gives the same text. Decoders also accept
 * `=` at the end, other unused bits in the last character, and the other alphabet, so that one token has many spellings.
 */
export function decodeBase64url(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes : undefined
}
