import { z } from 'zod'
import type { FieldCode } from '#shared/messages.ts'
import { isBlankText } from '#shared/resource/empty.ts'
import { stripDirectionMarks } from '#shared/text/format/isolate.ts'

/** Control characters but tabs and line breaks, soft hyphens and spaces without width, which are copied along from files. */
const unseen = /[\u00ad\u200b\u2060\ufeff]|(?!\s)\p{Cc}/gu

/**
 * The form in which a typed text is stored: in NFC and without unseen characters, so that texts that look alike are alike,
 * and without direction marks, which would reorder the text around it.
 */
const toStored = (text: string) => stripDirectionMarks(text.replace(unseen, '').normalize('NFC')).trim()

/** Line breaks and other white space become one space. */
export const toLine = (text: string) => toStored(text).replace(/\s+/g, ' ')

/** A text of one line, also an empty one. */
export const singleLine = (max: number) => z.string().overwrite(toLine).max(max)

/** Of one line, such as a name, with a visible letter; `missing` is the code of the error without one. */
export const visibleLine = (max: number, missing?: FieldCode) =>
  visible(z.string(missing).overwrite(toLine), max, missing)

/** Of any number of lines, with a visible letter. */
export const visibleText = (max: number, missing?: FieldCode) =>
  visible(z.string(missing).overwrite(toStored), max, missing)

const visible = (text: z.ZodString, max: number, missing: FieldCode = 'required') =>
  text
    .min(1, missing)
    .max(max)
    .refine((typed) => typed === '' || !isBlankText(typed), missing)
