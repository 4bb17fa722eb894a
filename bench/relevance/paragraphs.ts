import { findAnswers, findSnippetsIn, sourceOf } from '#server/search/api/snippets.ts'
import { blocksOf } from '#shared/delta/blocks.ts'
import { isFunctionWord } from '#shared/text/language/functionWords.ts'
import { tokenizeWords } from '#shared/text/language/tokenizer.ts'
import { toHighlightQuery } from '#shared/text/query/highlightQuery.ts'
import { parseQuery } from '#shared/text/query/parse.ts'
import { buildRandom, type Random } from '#db/seed/random.ts'
import type { SeedCase } from '#db/seed/caseRow.ts'
import { askInDhivehi } from './questions.ts'

/** How often a card shows the paragraph that a question was made from. */
type Shown = { count: number; /** The first of its snippets. */ first: number; any: number; letters: number }

/**
 * Questions with a known paragraph: two of its words and two of the title of its judgment, as a sentence that asks. Measured
 * for snippets (`findSnippetsIn`) and for the answering paragraph (`findAnswers`), in a page of twelve judgments.
 */
export function askForParagraphs(cases: readonly SeedCase[], { seed, count }: { seed: number; count: number }) {
  const random = buildRandom(seed)
  const snippets: Shown = { count, first: 0, any: 0, letters: 0 }
  const answers: Shown = { count, first: 0, any: 0, letters: 0 }
  for (let asked = 0; asked < count;) {
    const target = random.pick(cases)
    // A search for a topic finds judgments of one kind.
    const alike = cases.filter((one) => one.kind === target.kind && one !== target)
    const page = [target, ...Array.from({ length: 11 }, () => random.pick(alike.length > 0 ? alike : cases))]
    const block = random.pick(blocksOf(target.case_content).filter(({ text }) => text.length > least))
    const words = wordsFor(block.text, target.title, random)
    if (!words) continue
    const query = toHighlightQuery(parseQuery(askInDhivehi(words.join(' '), asked)))
    const sources = page.map(({ case_content }) => sourceOf(case_content))
    add(snippets, findSnippetsIn(sources[0] ?? noSource, query), block.number)
    add(answers, findAnswers(sources, query)[0] ?? [], block.number)
    asked += 1
  }
  return { snippets, answers }
}

const least = 160
const noSource = sourceOf({ content: [], footnotes: [] })

function wordsFor(text: string, title: string, random: Random): string[] | undefined {
  const [own, general] = [text, title].map((part) => [
    ...new Set(tokenizeWords(part).flatMap(({ word }) => (word.length > 5 && !isFunctionWord(word) ? word : []))),
  ])
  if (!own || !general || own.length < 6 || general.length < 2) return undefined
  return [random.pick(own), random.pick(general), random.pick(own), random.pick(general)]
}

function add(shown: Shown, snippets: ReturnType<typeof findSnippetsIn>, paragraph: number) {
  if (snippets[0]?.paragraph === paragraph) shown.first += 1
  if (snippets.some((one) => one.paragraph === paragraph)) shown.any += 1
  shown.letters += snippets.reduce((sum, { pieces }) => sum + pieces.reduce((all, { text }) => all + text.length, 0), 0)
}
