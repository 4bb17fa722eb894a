import { bystanders } from '#shared/text/judgment/clauses.ts'
import { clerks, honorifics, judgeTitles } from '#shared/text/judgment/judgeWords.ts'
import { isNearly } from '#shared/text/judgment/skeleton.ts'
import { sideWords } from '#shared/text/judgment/proseWords.ts'
import { deceased, representatives } from '#shared/text/judgment/words.ts'
import type { Mention } from './mentions.ts'
import type { ProseWord } from './nameRuns.ts'

const near_words = 3

/** Whether the words before a name, up to a sign, say that one acts for a side, judges, bears witness or writes. */
export function isBystander(words: readonly ProseWord[], mention: Mention, mentions: readonly Mention[]): boolean {
  const { first } = mention
  for (let at = first - 1; at >= Math.max(0, first - near_words); at -= 1) {
    const [word, next] = [words[at], words[at + 1]]
    if (!word || !next) return false
    if (sideWords.has(word.skeleton) && at === first - 1) return isAgent(mention, mentions)
    if (next.before !== '') return false
    if (isOther(word)) return true
  }
  return false
}

/** `on behalf of the state the Prosecutor General`, `for the claimant A`: the one who acts for a side. */
function isAgent({ first, isOffice }: Mention, mentions: readonly Mention[]): boolean {
  const named = mentions.find(({ next }) => next === first)
  return named === undefined || (named.isOffice && isOffice)
}

const isOther = ({ skeleton }: ProseWord) =>
  isNearly(skeleton, representatives) ||
  clerks.has(skeleton) ||
  isJudgeTitle(skeleton) ||
  bystanders.some((one) => skeleton.startsWith(one))

const isJudgeTitle = (skeleton: string) => judgeTitles.has(skeleton) && !honorifics.has(skeleton)

/** Whether a name is that of one who died. */
export const isDeceased = (words: readonly ProseWord[], first: number) =>
  words.slice(Math.max(0, first - 2), first).some(({ skeleton }) => isNearly(skeleton, deceased))
