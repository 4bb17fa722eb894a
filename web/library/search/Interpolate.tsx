import { Fragment, type ReactNode } from 'react'

/** A sentence with its placeholders replaced by elements, which may have another direction. */
export function Interpolate({ sentence, values }: { sentence: string; values: Record<string, ReactNode> }) {
  return splitSentence(sentence).map((part, index) => (
    <Fragment key={index}>{'text' in part ? part.text : values[part.placeholder]}</Fragment>
  ))
}

/** A part of a sentence with placeholders, split so that each value can have its own direction. */
type SentencePart = { text: string } | { placeholder: string }

/** `{count} found: {query}` → placeholder, text, placeholder. */
export function splitSentence(sentence: string): SentencePart[] {
  return sentence
    .split(/(\{\w+\})/)
    .filter((part) => part !== '')
    .map((part) => (/^\{\w+\}$/.test(part) ? { placeholder: part.slice(1, -1) } : { text: part }))
}
