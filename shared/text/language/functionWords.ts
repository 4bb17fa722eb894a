import { tokenizeWords } from './tokenizer.ts'

/**
 * Function words: question words, pronouns, particles, and what a question about judgments begins and ends with. They say
 * nothing about the topic, though some are rare in judgments.
 */
const dhivehiQuestions = `
  ކީކޭ ކީކޭހޭ ކީކޭތޯ ކޮބާ ކޮބައިތޯ ކޮން ކޮންގޮތެއް ކޮންގޮތަކަށް ކޮންގޮތެއްތޯ ކޮންހާލެއްގައި ކޮންހާލަތެއްގައި ކޮންކަހަލަ
  ކޮންއިރަކު ކޮންއިރަކުން ކޮންތާކު ކޮންތާކުން ކޮންމީހަކު ކޮންފަރާތަކުން ކޮންކޯޓެއްގައި ކޮންކަމަކާ ކޮންކަމެއް ކިހިނެއް
  ކިހިނެއްތޯ ކިހިނެތް ކިހިނެތްތޯ ކީއްވެ ކީއްވެގެން ކީއްވެގެންތޯ ކީއްކުރަންވީ ކީއްކުރަންވީތޯ ކާކު ކާކުތޯ ކިތައް ކިހާ ކިހާވަރަކަށް
  ކިހާވަރެއްގެ ކިހާދުވަހެއް ހެއްޔެވެ ހެއްޔޭ ހޭ ތޯ ނޫންތޯ ބާ ބާއެވެ`

const dhivehi = `
  މި އެ މިއީ އެއީ މިއަށް އެއަށް އަދި ނުވަތަ ނަމަ ނަމަވެސް އެހެންނަމަވެސް ދެން އަހަރެން އަހަންނަށް އަހަރެންގެ އެޔަށް އާއި އާމެދު އާބެހޭގޮތުން
  އިން ގައި ގެ ގެން އަށް މެދު ބެހޭ ބެހޭގޮތުން ގުޅޭގޮތުން ގުޅިގެން ވާނަމަ ވެއްޖެނަމަ ވަނީ އޮންނަނީ އޮތީ ހުންނަނީ ބެލެނީ ބަލަނީ ނިންމަނީ
  ނިންމާފައި ނިންމާފައިވަނީ ވާނީ ވާންޖެހެނީ ކުރެވޭނީ ކުރެވެނީ ކުރާނީ ޖެހެނީ ޖެހޭތޯ ކުރެވިދާނެތޯ ވެދާނެތޯ ލިބޭތޯ ލިބެނީ އެބައޮތްތޯ އެނގެން`

const englishQuestions = 'how what when where which who whom whose why'

const english = `
  a an and any anyone are as at be been being by can cannot could did do does for from had has have he her his i if in into is it
  its may me must my no nor not of off on one or our ought shall she should so some somebody someone such than that the their them
  then there these they this those to under upon us was we were whether while will with
  without would you your about after again against because before between both but during each few more most only other over same
  same through too until very happen happens happened decide decides decided mean means tell explain several many
  various also however although though since until within among across around along away already ever never often quite
  rather really still yet together instead else every everyone everything something anything nothing perhaps therefore thus hence`

const wordsOf = (text: string): ReadonlySet<string> => new Set(tokenizeWords(text).map(({ word }) => word))

const questionWords = wordsOf(`${dhivehiQuestions} ${englishQuestions}`)
const words = new Set([...questionWords, ...wordsOf(`${dhivehi} ${english}`)])

/** Whether a folded word is a function word. */
export const isFunctionWord = (word: string) => words.has(word)

/** Whether a folded word asks: what, how, when. */
export const isQuestionWord = (word: string) => questionWords.has(word)
