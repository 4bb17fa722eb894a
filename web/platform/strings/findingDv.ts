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

/** The strings of the search page and its results, in Dhivehi. */
export const searchDv = {
  title: 'ހޯދުން',
  type: 'ހޯދާ ބާވަތް',
  types: { CaseFile: 'މައްސަލަ', Phrase: 'ޢިބާރާތް' },
  placeholder: { CaseFile: 'މައްސަލަތައް ހޯއްދަވާ…', Phrase: 'ޢިބާރާތްތައް ހޯއްދަވާ…' },
  query: 'ހޯދާ ލިޔުން',
  submit: 'ހޯއްދަވާ',
  clearQuery: 'ހޯދާ ލިޔުން ފޮހެލައްވާ',
  filter: 'ފިލްޓަރު',
  filterCount: (count: number) => `ފިލްޓަރު ${count} ޚިޔާރުކޮށްފައި`,
  problems: {
    empty: 'ހޯއްދަވަން ބޭނުންފުޅުވާ އެއްޗެއް ޖައްސަވާ',
    short: (letters: number) => `މަދުވެގެން ${letters} އަކުރު ޖައްސަވަންޖެހޭނެ`,
    long: (letters: number) => `އެންމެ ގިނަވެގެން ${letters} އަކުރު`,
  },
  /** The placeholders `{count}` and `{query}` are replaced in place. */
  found: (_count: number) => '{count} ނަތީޖާ ފެނިއްޖެ',
  foundFor: (_count: number) => '{count} ނަތީޖާ ފެނިއްޖެ: «{query}»',
  pageOf: (page: number, pages: number) => `${pages} ޞަފްޙާގެ ތެރެއިން ${page} ވަނަ`,
  results: 'ނަތީޖާ',
  loading: 'ހޯދަނީ…',
  sort: 'ތަރުތީބު',
  sorts: { relevance: 'ގުޅޭ މިންވަރު', newest: 'އެންމެ އައު', oldest: 'އެންމެ ކުރީގެ' },
  chosen: 'ޚިޔާރުކޮށްފައިވާ ފިލްޓަރުތައް',
  clearAll: 'ހުރިހާ ފިލްޓަރެއް ފޮހެލައްވާ',
  remove: (what: string) => `${isolate(what)}: ފޮހެލައްވާ`,

  fields: {
    types: 'މައްސަލައިގެ ބާވަތްތައް',
    number: 'ޤަޟިއްޔާ ނަންބަރު',
    closed: 'ނިމުނު ތާރީޚު',
    from: 'މި ތާރީޚުން',
    to: 'މި ތާރީޚަށް',
    courts: 'ކޯޓު',
    judges: 'ފަނޑިޔާރުން',
    claimant: 'ދަޢުވާކުރާ ފަރާތް',
    respondant: 'ދަޢުވާލިބޭ ފަރާތް',
    statuses: 'ޙާލަތު',
    years: 'އަހަރު',
  },
  advanced: {
    title: 'ފުންކޮށް ހޯއްދަވާ',
    reset: 'ރިސެޓު',
    choose: 'ޚިޔާރުކުރައްވާ',
    nothing: 'އެއްވެސް ނަތީޖާއެއް ނުފެނުނު',
    failed: 'މަޢުލޫމާތު ނުލިބުނު. އަލުން މަސައްކަތް ކޮށްލައްވާ!',
    notADay: `ތާރީޚު މިގޮތަށް ޖައްސަވާ: ${isolate('YYYY-MM-DD')}`,
    reversed: 'ފެށޭ ތާރީޚު ނިމޭ ތާރީޚަށްވުރެ ފަހެއް ނުވެވޭނެ',
    pickDay: (which: string) => `${which}: ކަލަންޑަރުން ޚިޔާރުކުރައްވާ`,
    nextMonth: 'ކުރިއަށް އޮތް މަސް',
    previousMonth: 'ފަހަތުގެ މަސް',
    nextYear: 'ކުރިއަށް އޮތް އަހަރު',
    previousYear: 'ފަހަތުގެ އަހަރު',
    nextDecade: 'ކުރިއަށް އޮތް ދިހަ އަހަރު',
    previousDecade: 'ފަހަތުގެ ދިހަ އަހަރު',
  },

  card: {
    closed: 'ނިމުނު',
    claimant: 'ދަޢުވާކުރާ',
    respondant: 'ދަޢުވާލިބޭ',
    content: 'ލިޔުން ބައްލަވާ',
    details: 'ތަފްޞީލު ބައްލަވާ',
    newTab: 'އައު ޓެބެއްގައި ހުޅުވާ',
    matches: 'ލިޔުމުން ފެނުނު ތަންތަން',
    exact: 'ޖެއްސެވި ނަންބަރުގެ މައްސަލަ',
    meaning: 'މާނަ ބައްލަވާ',
    usedCases: 'ބޭނުންކޮށްފައިވާ މައްސަލަތައް',
    /** Read out after the name of an action: the card it belongs to. */
    of: (act: string, what: string) => `${act}: ${isolate(what)}`,
  },
  exact: {
    found: 'މި ނަންބަރުގެ މައްސަލަ ފެނިއްޖެ: {number}',
    open: 'މައްސަލަ ހުޅުއްވާ',
    again: 'އަލުން Enter އަށް ފިއްތެވުމުންވެސް މައްސަލަ ހުޅުވޭނެ',
  },
  empty: {
    title: 'ތިޔަ ހޯއްދެވި މަޢުލޫމާތެއް ނުފެނުނު',
    searched: 'ހޯއްދެވި ލިޔުން: «{query}»',
    filtered: 'ޚިޔާރުކުރެއްވި ފިލްޓަރުތަކާ އެއްގޮތްވާ މައްސަލައެއް ނެތް',
    unquoted: '" " ނުލައި ހޯއްދަވާ',
    /** Without operators, stars and filters. */
    plain: 'ހަމައެކަނި ލަފުޒުތަކުން ހޯއްދަވާ',
    shorter: 'މަދު ލަފުޒުތަކަކުން، ނުވަތަ ކުރު ލަފުޒުތަކަކުން ހޯއްދަވާ',
    other: { CaseFile: 'ޢިބާރާތްތަކުން ހޯއްދަވާ', Phrase: 'މައްސަލަތަކުން ހޯއްދަވާ' },
    change: 'ހޯދާ ލިޔުން ބަދަލުކުރައްވާ',
  },
  pastEnd: {
    title: 'މި ނަންބަރުގެ ޞަފްޙާއެއް ނެތް',
    more: (pages: number) => `ޖުމްލަ އޮތީ ${pages} ޞަފްޙާ`,
    last: 'އެންމެ ފަހު ޞަފްޙާއަށް ވަޑައިގަންނަވާ',
    first: 'ފުރަތަމަ ޞަފްޙާއަށް ވަޑައިގަންނަވާ',
  },
  failed: 'ހޯދުން ކާމިޔާބެއް ނުވި',
}
