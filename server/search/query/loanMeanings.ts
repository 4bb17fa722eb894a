import { isRareWord, loanwordsOf } from '#server/search/lexicon/loanwords.ts'
import type { PhraseMeaning } from '#server/search/lexicon/phraseNames.ts'
import { firstAccepted } from '#server/search/lexicon/vocabulary.ts'
import { hasMatch, type IndexReader } from '#server/search/postings/indexReader.ts'
import { allOf, anyFormOf } from '#server/search/storage/ftsQuery.ts'
import type { Visibility } from '#server/search/types.ts'
import { isFunctionWord } from '#shared/text/language/functionWords.ts'
import { tokenizeWords } from '#shared/text/language/tokenizer.ts'

/** The words of an English term as Dhivehi writes them by their sound, where some case that the user may see has all of them. */
export function loanMeanings(reader: IndexReader, name: string, visibility: Visibility): PhraseMeaning[] {
  const words = tokenizeWords(name)
    .map(({ word }) => word)
    .filter((word) => !isFunctionWord(word))
  if (words.length === 0 || words.length > maxWords) return []
  const total = reader.cases.total()
  const sounding = words.map((word) => {
    const found = loanwordsOf(reader.database, word, true).filter((one) => isRareWord(reader.database, one, total))
    return firstAccepted(found, 1, (one) => hasMatch(reader, anyFormOf(one), visibility))
  })
  const found = sounding.flatMap(([best]) => best ?? [])
  if (found.length < words.length) return []
  if (!hasMatch(reader, allOf(found.map(({ word }) => anyFormOf(word))), visibility)) return []
  return [{ dhivehi: found.map(({ written }) => written).join(' '), keys: [] }]
}

const maxWords = 3
