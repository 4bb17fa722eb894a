import { isolate } from '#shared/text/format/isolate.ts'

/** The strings of typing, suggestions and filters, in Dhivehi. */
export const findingDv = {
  help: 'ހޯއްދެވުމުގެ އެހީ',

  typing: {
    toggle: 'ތާނައިން ޖައްސަވާ',
    /** On the button: the first letter of the script. */
    letter: 'ހ',
    withKey: (label: string, key: string) => `${label} (${isolate(key)})`,
  },

  facets: {
    /** The name of the filter column next to the results, and of the button that opens it. */
    title: 'ނަތީޖާ މަދުކުރައްވާ',
    more: (count: number) => `އިތުރު ${count}`,
    fewer: 'މަދުކޮށް ދައްކަވާ',
    cases: (count: number) => `${count} މައްސަލަ`,
    done: (count: string) => `${isolate(count)} ނަތީޖާ ދައްކަވާ`,
  },

  suggest: {
    label: 'ހުށަހެޅުންތައް',
    kinds: {
      number: 'ޤަޟިއްޔާ ނަންބަރު',
      party: 'ފަރާތްތައް',
      judge: 'ފަނޑިޔާރުން',
      court: 'ކޯޓުތައް',
      phrase: 'ޢިބާރާތްތައް',
      word: 'ލަފުޒުތައް',
    },
  },

  /** The placeholders `{query}` and `{count}` are replaced in place. */
  hints: {
    didYouMean: 'މިއީތޯ ހޯއްދަވަން ބޭނުންފުޅުވީ: {query}',
    /** The query is one word that may be two. */
    split: 'ދެ ލަފުޒެއްގެ ގޮތުގައި ހޯއްދަވާ: {query}',
    understood: 'މިހެންވެސް ހޯދިއްޖެ: {query}',
    /** A link: without the words that were searched in addition. */
    exactly: 'ޖެއްސެވި ގޮތަށް އެކަނި ހޯއްދަވާ',
    ambiguous: (cases: number) =>
      cases === 1 ? 'މިއީތޯ ހޯއްދަވަން ބޭނުންފުޅުވާ މައްސަލައަކީ؟' : 'މި ނަންބަރު އެއްގޮތްވާ މައްސަލަތައް. އެއިން މައްސަލައެއް ޚިޔާރުކުރައްވާ',
    missing: 'މި ނަންބަރުގެ މައްސަލައެއް ލައިބްރަރީގައި ނެތް',
    found: 'މި ނަންބަރުގެ މައްސަލަ ޚިޔާރުކުރެއްވި ފިލްޓަރުތަކާ އެއްގޮތެއް ނުވޭ',
    nearest: 'މި ނަންބަރާ އެންމެ ގާތް ނަންބަރުތައް',
    kinds: { judge: 'ފަނޑިޔާރު', court: 'ކޯޓު', party: 'ފަރާތް' },
    cases: (_count: number) => '{count} މައްސަލަ',
    only: 'ހަމައެކަނި މި މައްސަލަތައް ދައްކަވާ',
  },

  near: {
    title: 'ގާތް ނަތީޖާތައް',
    lead: 'ޖެއްސެވި ބަސްތަކުގެ ތެރެއިން ބައެއް ބަސްތައް، ނުވަތަ އެހެން އިމްލާއަކުން ލިޔެފައިވާ ބަސްތައް، ނުވަތަ އެއް މާނައެއްގެ އެހެން ބަސްތައް ހިމެނޭ މައްސަލަތައް',
  },

  /** Navigation between the results of a search, in an opened case. */
  steps: {
    label: 'ނަތީޖާތައް',
    /** The word before the position among the results. */
    result: 'ނަތީޖާ',
    previous: 'ފަހަތުގެ ނަތީޖާ',
    next: 'ދެން އޮތް ނަތީޖާ',
    position: (position: number, count: number) => `${count} ނަތީޖާގެ ތެރެއިން ${position} ވަނަ ނަތީޖާ`,
  },

  /** The label of a passage in a paragraph without a number. */
  passage: 'މި ތަން ބައްލަވާ',
  paragraph: (number: number) => `ޕެރެގްރާފް ${number}`,
}
