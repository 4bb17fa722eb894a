import { Fragment, type ReactNode } from 'react'
import { partsOfSentence } from './sentence.ts'

/** A sentence whose places are filled with what may run in another direction than it. */
export function Filled({ sentence, places }: { sentence: string; places: Record<string, ReactNode> }) {
  return partsOfSentence(sentence).map((part, index) => (
    <Fragment key={index}>{'text' in part ? part.text : places[part.place]}</Fragment>
  ))
}
