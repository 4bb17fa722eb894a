import { isolate } from '#shared/text/format/isolate.ts'
import { yesNo } from '#shared/text/format/yesNo.ts'
import { dvAccounts } from './dvAccounts.ts'
import { dvForm, filesDv } from './dvForm.ts'
import { dvList, liveDv } from './dvList.ts'
import { findingDv, searchDv } from './findingDv.ts'

/** The strings of the screens, in Dhivehi. They define the shape of the other dictionaries. */
export const dv = {
  product: 'ޙުކުމް',
  tagline: 'ދިވެހިރާއްޖޭގެ ކޯޓުތަކުގެ ޙުކުމްތައް ހޯއްދަވާ، ކިޔުއްވާ',
  /** Each language is named in itself. */
  languages: { dv: 'ދިވެހި', en: 'English' },

  actions: {
    retry: 'އަލުން މަސައްކަތް ކޮށްލައްވާ',
    backHome: 'މައި ޞަފްޙާއަށް ވަޑައިގަންނަވާ',
    close: 'ލައްޕަވާ',
    cancel: 'މަންސޫޚުކުރައްވާ',
    ok: 'ރަނގަޅު',
    yes: yesNo.yes.dv,
    no: yesNo.no.dv,
    copyFailed: 'ނަކަލެއް ނުކުރެވުނު',
  },

  page: {
    loading: 'ލޯޑުވަނީ…',
    notFound: 'ތިޔަ ހޯއްދަވާ ޞަފްޙާއެއް ނުފެނުނު',
    notFoundMore: 'މި އެޑްރެހުގައި އެއްވެސް ޞަފްޙާއެއް ނެތް. އެޑްރެސް ރަނގަޅުތޯ ބައްލަވާ.',
    skip: 'މައި ލިޔުމަށް ވަޑައިގަންނަވާ',
  },

  pager: {
    label: 'ޞަފްޙާތައް',
    first: 'ފުރަތަމަ ޞަފްޙާ',
    previous: 'ފަހަތުގެ ޞަފްޙާ',
    next: 'ކުރިއަށް އޮތް ޞަފްޙާ',
    last: 'އެންމެ ފަހު ޞަފްޙާ',
    number: (pages: number) => `ޞަފްޙާގެ ނަންބަރު، 1 އާއި ${pages} އާ ދެމެދު`,
    range: (pages: number) => `1 އާއި ${pages} އާ ދެމެދުގެ ޢަދަދެއް ޖައްސަވާ`,
  },

  login: {
    title: 'ލޮގްއިން',
    welcome: 'މަރުޙަބާ',
    lead: 'އީމެއިލް އެޑްރެހާއި ޕާސްވޯޑް ޖައްސަވާ',
    email: 'އީމެއިލް އެޑްރެސް',
    password: 'ޕާސްވޯޑް',
    showPassword: 'ޕާސްވޯޑް ދައްކަވާ',
    hidePassword: 'ޕާސްވޯޑް ފޮރުއްވާ',
    remember: 'ހަނދާންކޮށްފައި ބަހައްޓަވާ',
    submit: 'ލޮގްއިން',
    switchAccount: 'އެހެން އެކައުންޓަކުން ވަންނަވާ',
    emailNeeded: 'ޞައްޙަ އީމެއިލް އެޑްރެހެއް ޖައްސަވާ',
    passwordNeeded: 'ޕާސްވޯޑް ޖައްސަވާ',
  },

  session: {
    restoring: 'މަޑުކޮށްލައްވާ',
    unreachable: 'ޚިދުމަތާ ގުޅުމެއް ނުލިބުނު',
    permissionsChanged: 'ޔޫޒަރުގެ ހުއްދަތަކަށް ބަދަލުއައިސްފައިވާތީ، އެ ޞަފްޙާއެއް މިހާރަކު ނުފެންނާނެ. ފޯމެއްގައި ލިޔުއްވި އެއްޗެއް އޮތްނަމަ މި ބްރައުޒަރުގައި ރައްކާކުރެވިފައި އެބަހުރި.',
    ended: 'ސެޝަންގެ މުއްދަތު ހަމަވެއްޖެ. އަލުން ލޮގްއިން ކުރައްވާ.',
  },

  errors: {
    title: 'މައްސަލައެއް ދިމާވެއްޖެ',
    network: 'ނެޓްވޯކްގެ މައްސަލައެއް ދިމާވެއްޖެ. އަލުން މަސައްކަތް ކޮށްލައްވާ.',
    timeout: 'ޖަވާބު ލިބުން މާ ލަސްވެއްޖެ. އަލުން މަސައްކަތް ކޮށްލައްވާ.',
    unreadable: 'ލިބުނު ޖަވާބު ކިޔޭގޮތަކަށް ނެތް. އަލުން މަސައްކަތް ކޮށްލައްވާ.',
    screen: 'މި ޞަފްޙާ ނުދެއްކުނު. އަލުން މަސައްކަތް ކޮށްލައްވާ.',
    tabBlocked: 'ބްރައުޒަރުން އައު ޓެބެއް ނުހުޅުވުނު',
  },

  toasts: { label: 'އެންގުންތައް', close: 'ލައްޕަވާ' },

  nav: {
    menu: 'މެނޫ',
    openMenu: 'މެނޫ ހުޅުއްވާ',
    closeMenu: 'މެނޫ ލައްޕަވާ',
    condense: 'މެނޫ ކުޑަކުރައްވާ',
    expand: 'މެނޫ ބޮޑުކުރައްވާ',
    mega: 'އިތުރު މެނޫ',
  },

  top: {
    themes: { dark: 'އަނދިރި މޯޑު', light: 'އަލި މޯޑު', mixed: 'މަސްހުނި މޯޑު' },
    fullScreen: 'މުޅި ސްކްރީން',
    leaveFullScreen: 'މުޅި ސްކްރީނުން ނިކުމެވަޑައިގަންނަވާ',
    account: (name: string) => `${isolate(name)}ގެ އެކައުންޓު`,
    login: 'ލޮގްއިން',
    logout: 'ލޮގްއައުޓް',
    myAccount: 'އަމިއްލަ އެކައުންޓު',
    changePassword: 'ޕާސްވޯޑް ބަދަލުކުރައްވާ',
    unfinished: {
      title: 'ފޮނުވަމުންދާ ފައިލުތަކެއް ނުވަތަ ބަދަލުތަކެއް އެބަހުރި',
      more: 'ލޮގްއައުޓް ކުރެއްވުމުން، ނުފޮނުވި ހުންނަ ފައިލުތަކާއި ބަދަލުތައް ރައްކާއެއް ނުކުރެވޭނެ. ލޮގްއައުޓް ކުރައްވަން ޔަޤީންތޯ؟',
      stay: 'ލޮގްއައުޓް ނުކުރައްވާ',
    },
    drafts: (count: number) => `${count} ފޯމެއްގައި ރައްކާނުކޮށް އޮތް ލިޔުމެއް އެބައޮތް. ލޮގްއައުޓް ކުރެއްވުމުން އެ ލިޔުންތައް މި ބްރައުޒަރުން ފޮހެވިގެންދާނެ.`,
  },

  /** The names of the menu entries, and the titles of their pages. */
  entries: {
    cases: 'މައްސަލަތައް',
    settings: 'ސެޓިންގްސް',
    access: 'އެކްސަސް ކޮންޓްރޯލް',
    login: 'ލޮގްއިން',
    register: 'ރަޖިސްޓަރީކުރައްވާ',
    forgotPassword: 'ޕާސްވޯޑް ހަނދާން ނެތުނީތޯ؟',
    changePassword: 'ޕާސްވޯޑް ބަދަލުކުރައްވާ',
    confirmEmail: 'އީމެއިލް އެޑްރެސް ކަށަވަރުކުރައްވާ',
    revertEmail: 'ކުރީގެ އީމެއިލް އެޑްރެހަށް ބަދަލުކުރައްވާ',
    account: 'އަމިއްލަ އެކައުންޓު',
    notifications: 'އެންގުންތައް',
    home: 'މައި ޞަފްޙާ',
    case: 'މައްސަލައިގެ ތަފްޞީލު',
    caseFiles: 'މައްސަލަތައް',
    phrases: 'ޢިބާރާތްތައް',
    analysis: 'އެނަލިސިސް',
    searches: 'ހޯއްދެވުންތައް',
    courts: 'ކޯޓުތައް',
    judges: 'ފަނޑިޔާރުން',
    caseTypes: 'މައްސަލައިގެ ބާވަތްތައް',
    relationTypes: 'ގުޅުމުގެ ބާވަތްތައް',
    caseStatuses: 'ޙާލަތުތައް',
    subscriptionConfigs: 'ސަބްސްކްރިޕްޝަން ސެޓިންގްސް',
    dynamicPages: 'ޞަފްޙާތައް',
    users: 'ޔޫޒަރުން',
    roles: 'ރޯލުތައް',
    permissions: 'ހުއްދަތައް',
    faq: 'ގިނައިން ކުރެވޭ ސުވާލުތައް',
    terms: 'ޝަރުޠުތައް',
    about: 'މި ޚިދުމަތާބެހޭ މަޢުލޫމާތު',
    notFound: 'ޞަފްޙާއެއް ނުފެނުނު',
  },

  ...dvAccounts,

  viewer: {
    tabs: 'މައްސަލައިގެ ބައިތައް',
    details: 'ތަފްޞީލު',
    text: 'މުޅި ލިޔުން',
    openInNewTab: 'އައު ޓެބެއްގައި ހުޅުވާ',
    opensInNewTab: '(އައު ޓެބެއްގައި)',
    notFound: 'ތިޔަ ހޯއްދަވާ މައްސަލައެއް ނުފެނުނު',
    notFoundMore: 'މި މައްސަލައެއް ލައިބްރަރީގައި ނެތް، ނުވަތަ މި ލިންކު ރަނގަޅެއް ނޫން.',
    failed: 'މައްސަލައިގެ މަޢުލޫމާތު ނުލިބުނު',
    toSearch: 'ހޯއްދަވަން ވަޑައިގަންނަވާ',
    numbers: 'ޤަޟިއްޔާ ނަންބަރުތައް',
    court: 'ކޯޓު',
    types: 'މައްސަލައިގެ ބާވަތްތައް',
    closed: 'ނިމުނު ތާރީޚު',
    judges: 'މައްސަލަ ބެލި ފަނޑިޔާރުން',
    parties: 'ދެ ފަރާތް',
    claimant: 'ދަޢުވާކުރާ ފަރާތް',
    respondent: 'ދަޢުވާލިބޭ ފަރާތް',
    interpleader: 'އިންޓަރވިނަރ',
    keywords: 'މައި ލަފުޒުތައް',
    statuses: 'ޙާލަތު',
    statusDetails: 'ޙާލަތުގެ ތަފްޞީލު',
    related: 'ގުޅުންހުރި މައްސަލަތައް',
    noRelated: 'ގުޅުންހުރި މައްސަލައެއް ނެތް',
    notInLibrary: 'މި މައްސަލައެއް ލައިބްރަރީގައި ނެތް',
  },

  phrase: {
    label: 'ޢިބާރާތް',
    dhivehi: 'ދިވެހި ޢިބާރާތް',
    english: 'އިނގިރޭސި ޢިބާރާތް',
    arabic: 'ޢަރަބި ޢިބާރާތް',
    shortMeaning: 'ކުރު މާނަ',
    meaning: 'މާނަ',
    usedCases: 'ބޭނުންކޮށްފައިވާ މައްސަލަތައް',
    notFound: 'ތިޔަ ހޯއްދަވާ ޢިބާރާތެއް ނުފެނުނު',
    failed: 'މަޢުލޫމާތު ނުލިބުނު',
  },

  reader: {
    label: 'ޙުކުމުގެ ލިޔުން',
    empty: 'މި މައްސަލައިގެ ލިޔުން އަދި ލައިބްރަރީގައި ނެތް',
    contents: 'ފިހުރިސްތު',
    cited: 'މި ޙުކުމުގައި ޙަވާލާދީފައިވާ މައްސަލަތައް',
    notes: 'ޚިޔާލުތައް',
    outline: 'ފިހުރިސްތާއި ޚިޔާލުތައް',
    footnotes: 'ފުޓްނޯޓުތައް',
    footnote: (number: number) => `ފުޓްނޯޓު ${number}`,
    annotation: (type: string, title: string) => `ޚިޔާލު، ${type}: ${isolate(title)}`,
    backToText: 'ލިޔުމަށް އަނބުރާ',
    openCase: (number: string) => `${isolate(number)}، އައު ޓެބެއްގައި ހުޅުވާ`,
    table: (number: number) => `ތާވަލު ${number}`,
    types: {
      general: 'ޢާންމު',
      positive: 'މުޘްބަތު',
      neutral: 'ނިއުޓްރަލް',
      warning: 'އިންޒާރު',
      caution: 'ސަމާލުވާންޖެހޭ',
    },
    categories: { editorial: 'އެޑިޓޯރިއަލް ކޮމެންޓު', usul: 'އުޞޫލު' },

    find: 'ލިޔުމުން ހޯއްދަވާ',
    findNext: 'ދެން އޮތް ތަން',
    findPrevious: 'ކުރީގެ ތަން',
    found: (number: number, count: number) => `ފެނުނު ${count} ތަނުގެ ތެރެއިން ${number} ވަނަ ތަން`,
    notFound: 'މި ލިޔުމަކުން ނުފެނުނު',

    size: 'އަކުރުގެ ބޮޑުމިން',
    sizeLetter: 'އ',

    copyKinds: { text: 'ހަމައެކަނި ލިޔުން', citation: 'ޙަވާލާއާއެކު ލިޔުން' },
    copied: 'ނަކަލުކުރެވިއްޖެ',
    tooLong: (limit: number) => `ނަކަލުކުރެވޭ މިންވަރަށްވުރެ ލިޔުން ދިގު. އެންމެ ގިނަވެގެން ${limit} އަކުރު.`,
    mayNotCopy: 'ނަކަލުކުރުމުގެ ހުއްދައެއް ނެތް',
    mayNotPrint: 'މި ލިޔުމެއް ޗާޕެއް ނުކުރެވޭނެ',
  },

  search: searchDv,

  finding: findingDv,
  form: dvForm,
  list: dvList,
  live: liveDv,

  /** Labels of fixed values of the API. */
  choiceLabels: {
    Pending: 'އިންތިޒާރުގައި',
    Analyzed: 'އެނަލައިޒްކޮށްފައި',
    Scanned: 'ސްކޭންކޮށްފައި',
    Finalized: 'ނިންމާފައި',
    Cancelled: 'މަންސޫޚުކޮށްފައި',
    'Pending Analysis': 'އެނަލިސިސްގެ އިންތިޒާރުގައި',
    'Non-Chargeable (Pre-Imported)': 'އަގެއް ނުނަގާ (ކުރިން ގެނެސްފައި)',
    'Non-Chargeable (Low Confidence)': 'އަގެއް ނުނަގާ (ޔަޤީންކަން ދަށް)',
    'Non-Chargeable (Scanned)': 'އަގެއް ނުނަގާ (ސްކޭންކޮށްފައި)',
    'Non-Chargeable (Manual Cancellation)': 'އަގެއް ނުނަގާ (މަންސޫޚުކޮށްފައި)',
    'Pending Payment': 'ފައިސާ ދެއްކުމުގެ އިންތިޒާރުގައި',
    Paid: 'ފައިސާ ދައްކާފައި',
  },
  files: filesDv,

  /** The label of an empty value. */
  none: '—',
}
