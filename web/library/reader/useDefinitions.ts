import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { firstIndexWhere } from '#shared/binarySearch.ts'
import type { Definition } from '#shared/calls/search.ts'
import { blockSelector } from '#shared/delta/blocks.ts'
import { formsOf } from '#shared/text/language/analyze.ts'
import { countLetters, endsParagraph, tokenizeWords, type Word } from '#shared/text/language/tokenizer.ts'
import { post } from '#web/platform/api/client.ts'
import { unwrapAnswer } from '#web/platform/api/query.ts'
import { openHighlight, whenIdle } from '#web/ui/olderBrowsers.ts'
import type { Anchor } from './placeNear.ts'
import { rangeOf, type TextMap } from './textMap.ts'

type PlacedDefinition = { definition: Definition; range: Range }

/** An open definition, next to its phrase. */
export type OpenDefinition = { definition: Definition; anchor: Anchor }

export type Definitions = {
  opened: OpenDefinition | undefined
  open: (opened: OpenDefinition | undefined) => void
  /** Every phrase of the whole text, once. It takes a while for a long one. */
  listAll: () => Definition[]
}

/**
 * Underlines phrases of the dictionary in the text, at their first place in a paragraph, and opens the definition of a
 * clicked one. The text itself is not changed. Only paragraphs near the window are read.
 */
export function useDefinitions(article: HTMLElement | null, map: TextMap | undefined, isOn: boolean): Definitions {
  const [opened, open] = useState<OpenDefinition>()
  const find = useFinder(article !== null && isOn)
  useEffect(() => {
    if (!article || !find) return undefined
    const found = new Map<Element, PlacedDefinition[]>()
    const unmark = markVisibleBlocks(article, find, found)
    const unlisten = listen(article, found, open)
    return () => {
      unmark()
      unlisten()
    }
  }, [article, find])
  return {
    opened: isOn ? opened : undefined,
    open,
    listAll: () => (map && find ? find(map.text).map(({ definition }) => definition) : []),
  }
}

function useFinder(isNeeded: boolean): FindDefinitions | undefined {
  const [find, setFind] = useState<FindDefinitions>()
  const { data } = useQuery({
    queryKey: ['definitions'],
    enabled: isNeeded,
    staleTime: 10 * 60_000,
    queryFn: async ({ signal }) => unwrapAnswer(await post('g/definitions', {}, { signal })).data,
  })
  useEffect(() => {
    if (!data) return undefined
    // The text is readable first.
    return whenIdle(() => setFind(() => buildDefinitionFinder(data)), 2000)
  }, [data])
  return isNeeded ? find : undefined
}

/** How far outside of the window paragraphs are read, in pixels, and how long after scrolling. */
const margin_px = 400
const pause_ms = 150

/** Marks the phrases of the blocks near the window when scrolling pauses: a frame while scrolling has no time for them. */
function markVisibleBlocks(article: HTMLElement, find: FindDefinitions, found: Map<Element, PlacedDefinition[]>) {
  const highlight = openHighlight('defined')
  const judgment = article.querySelector('[data-judgment]')
  const markBlocks = () => {
    for (const block of blocksNear(judgment)) {
      if (found.has(block)) continue
      const placed = definitionsIn(block, find)
      found.set(block, placed)
      highlight.add(placed.map(({ range }) => range))
    }
  }
  let timer = 0
  const schedule = () => {
    window.clearTimeout(timer)
    timer = window.setTimeout(markBlocks, pause_ms)
  }
  markBlocks()
  // Scroll events do not bubble; a capturing listener on the window receives them from every container.
  window.addEventListener('scroll', schedule, { capture: true, passive: true })
  window.addEventListener('resize', schedule)
  return () => {
    window.clearTimeout(timer)
    window.removeEventListener('scroll', schedule, { capture: true })
    window.removeEventListener('resize', schedule)
    highlight.close()
  }
}

/** Only inside of children near the window: a position inside of another one would lay out all of its blocks. */
const blocksNear = (judgment: Element | null): Element[] =>
  elementsNear([...(judgment?.children ?? [])]).flatMap((child) =>
    elementsNear(child.matches(blocksWithDefinitions) ? [child] : [...child.querySelectorAll(blocksWithDefinitions)]),
  )

/** The elements from the first one that ends below the top of the window to the last one in it. */
function elementsNear(elements: readonly Element[]): readonly Element[] {
  const isNotAbove = (index: number) => (elements[index]?.getBoundingClientRect().bottom ?? 0) >= -margin_px
  const rest = elements.slice(firstIndexWhere(elements.length, isNotAbove))
  const end = rest.findIndex((element) => element.getBoundingClientRect().top > window.innerHeight + margin_px)
  return end === -1 ? rest : rest.slice(0, end)
}

/** Headings have no definitions. */
const blocksWithDefinitions = `:is(${blockSelector}):not(h2, h3)`

function definitionsIn(block: Element, find: FindDefinitions): PlacedDefinition[] {
  const map = readBlock(block)
  return find(map.text).flatMap(({ definition, start, end }) => {
    const range = rangeOf(map, { start, end })
    return range ? [{ definition, range }] : []
  })
}

/** Links, markers, numbers, and annotated text, which opens its annotation. */
const withoutDefinitions = 'a, button, sup, [data-number], [data-annotation]'

/** The text of a block; what has no definitions ends a phrase like the end of a paragraph. */
function readBlock(block: Element): TextMap {
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
  const map = { text: '', nodes: [] as Text[], starts: [] as number[] }
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue
    if (node.parentElement?.closest(withoutDefinitions)) map.text += '\n'
    else {
      map.starts.push(map.text.length)
      map.nodes.push(node)
      map.text += node.data
    }
  }
  return map
}

/** Opens the definition of a clicked phrase, and shows with the pointer where one can be opened. */
function listen(
  article: HTMLElement,
  found: ReadonlyMap<Element, PlacedDefinition[]>,
  open: (opened: OpenDefinition) => void,
) {
  const onClick = (event: MouseEvent) => {
    if (document.getSelection()?.isCollapsed === false) return
    const placed = definitionAt(found, event)
    if (placed) open({ definition: placed.definition, anchor: placed.range })
  }
  let frame = 0
  const onMove = (event: PointerEvent) => {
    frame ||= requestAnimationFrame(() => {
      frame = 0
      article.toggleAttribute('data-over-definition', definitionAt(found, event) !== undefined)
    })
  }
  article.addEventListener('click', onClick)
  article.addEventListener('pointermove', onMove)
  return () => {
    cancelAnimationFrame(frame)
    article.removeEventListener('click', onClick)
    article.removeEventListener('pointermove', onMove)
  }
}

type Point = Pick<MouseEvent, 'target' | 'clientX' | 'clientY'>

function definitionAt(found: ReadonlyMap<Element, PlacedDefinition[]>, { target, clientX, clientY }: Point) {
  if (!(target instanceof Element) || target.closest(withoutDefinitions)) return undefined
  const block = target.closest(blockSelector)
  const placed = block ? found.get(block) : undefined
  return placed?.find(({ range }) =>
    [...range.getClientRects()].some(
      ({ left, right, top, bottom }) => clientX >= left && clientX <= right && clientY >= top && clientY <= bottom,
    ),
  )
}

/** A phrase of the dictionary in a text, as offsets. */
type FoundDefinition = { definition: Definition; start: number; end: number }
type FindDefinitions = (text: string) => FoundDefinition[]

type Phrase = { definition: Definition; words: string[] }

/** A shorter word is hardly a phrase of the dictionary. */
const min_letters = 3

/**
 * Builds the function that finds phrases in a text, each at its first place only. The words of a phrase are compared by
 * their folded spelling, the last one in every inflection; of two phrases at one place the longer one is found.
 */
export function buildDefinitionFinder(definitions: readonly Definition[]): FindDefinitions {
  const byFirst = indexPhrases(definitions)
  return (text) => {
    const words = tokenizeWords(text)
    const found = new Map<Definition, FoundDefinition>()
    for (let index = 0; index < words.length;) {
      const phrase = longestPhraseAt(text, { words, index }, byFirst)
      if (phrase && !found.has(phrase.definition)) {
        const end = words[index + phrase.words.length - 1]?.end ?? 0
        found.set(phrase.definition, { definition: phrase.definition, start: words[index]?.start ?? 0, end })
      }
      index += phrase?.words.length ?? 1
    }
    return [...found.values()]
  }
}

/** The phrases by each form of their first word, the longest first. */
function indexPhrases(definitions: readonly Definition[]): ReadonlyMap<string, Phrase[]> {
  const phrases = definitions
    .map((definition) => ({ definition, words: tokenizeWords(definition.dhivehi_phrase).map(({ word }) => word) }))
    .filter(({ words }) => countLetters(words.join('')) >= min_letters)
    .sort((one, other) => other.words.length - one.words.length)
  const byFirst = new Map<string, Phrase[]>()
  for (const phrase of phrases) {
    const [first = '', ...others] = phrase.words
    for (const form of others.length === 0 ? new Set([first, ...formsOf(first)]) : [first])
      byFirst.set(form, [...(byFirst.get(form) ?? []), phrase])
  }
  return byFirst
}

type Place = { words: readonly Word[]; index: number }

function longestPhraseAt(text: string, place: Place, byFirst: ReadonlyMap<string, Phrase[]>): Phrase | undefined {
  const { word = '' } = place.words[place.index] ?? {}
  const candidates = [word, ...formsOf(word)].flatMap((form) => byFirst.get(form) ?? [])
  let longest: Phrase | undefined
  for (const phrase of candidates)
    if (phrase.words.length > (longest?.words.length ?? 0) && isPhraseAt(text, place, phrase.words)) longest = phrase
  return longest
}

function isPhraseAt(text: string, { words, index }: Place, phrase: readonly string[]): boolean {
  const last = phrase.length - 1
  return phrase.every((wanted, offset) => {
    const word = words[index + offset]
    if (!word) return false
    const before = offset === 0 ? undefined : words[index + offset - 1]
    if (before && endsParagraph(text.slice(before.end, word.start))) return false
    return word.word === wanted || (offset === last && sharesForm(word.word, wanted))
  })
}

const sharesForm = (one: string, other: string) => formsOf(one).some((form) => formsOf(other).includes(form))
