import { isolate } from '#shared/text/format/isolate.ts'
import { yesNo } from '#shared/text/format/yesNo.ts'
import { enAccounts } from './enAccounts.ts'
import { enForm, filesEn } from './enForm.ts'
import { enList, liveEn } from './enList.ts'
import { findingEn, searchEn } from './findingEn.ts'
import type { Strings } from './types.ts'

/** The strings of the screens, in English. */
export const en: Strings = {
  product: 'Hukum',
  tagline: 'Find and read the judgments of the courts of the Maldives',
  languages: { dv: 'ދިވެހި', en: 'English' },

  actions: {
    retry: 'Try again',
    backHome: 'Back to home',
    close: 'Close',
    cancel: 'Cancel',
    ok: 'OK',
    yes: yesNo.yes.en,
    no: yesNo.no.en,
    copyFailed: 'It could not be copied',
  },

  page: {
    loading: 'Loading…',
    notFound: 'Page not found',
    notFoundMore: 'There is no page at this address. Please check it.',
    skip: 'Skip to the content',
  },

  pager: {
    label: 'Pages',
    first: 'First page',
    previous: 'Previous page',
    next: 'Next page',
    last: 'Last page',
    number: (pages) => `Page number, from 1 to ${pages}`,
    range: (pages) => `Enter a number from 1 to ${pages}`,
  },

  login: {
    title: 'Log in',
    welcome: 'Welcome',
    lead: 'Enter your e-mail address and password',
    email: 'E-mail address',
    password: 'Password',
    showPassword: 'Show the password',
    hidePassword: 'Hide the password',
    remember: 'Remember me',
    submit: 'Log in',
    switchAccount: 'Switch account',
    emailNeeded: 'Enter a valid e-mail address',
    passwordNeeded: 'Enter your password',
  },

  session: {
    restoring: 'Please wait',
    unreachable: 'The service could not be reached',
    permissionsChanged:
      'Your permissions were changed, and that page is closed to you now. Anything written in a form there is kept in this browser.',
    ended: 'Your session has expired. Please log in again.',
  },

  errors: {
    title: 'Something went wrong',
    network: 'Network error. Please try again.',
    timeout: 'The answer took too long. Please try again.',
    unreadable: 'The answer could not be read. Please try again.',
    screen: 'This page could not be shown. Please try again.',
    tabBlocked: 'The browser did not open a new tab',
  },

  toasts: { label: 'Messages', close: 'Close' },

  nav: {
    menu: 'Menu',
    openMenu: 'Open the menu',
    closeMenu: 'Close the menu',
    condense: 'Narrow the menu',
    expand: 'Widen the menu',
    mega: 'More',
  },

  top: {
    themes: { dark: 'Dark mode', light: 'Light mode', mixed: 'Mixed mode' },
    fullScreen: 'Full screen',
    leaveFullScreen: 'Leave full screen',
    account: (name) => `Account of ${isolate(name)}`,
    login: 'Log in',
    logout: 'Log out',
    myAccount: 'My account',
    changePassword: 'Change password',
    unfinished: {
      title: 'Files or changes are still being sent',
      more: 'Those that are not sent when you log out are not saved. Log out?',
      stay: 'Stay logged in',
    },
    drafts: (count) =>
      `Unsaved text of ${count} ${count === 1 ? 'form' : 'forms'} is kept in this browser. Logging out erases it.`,
  },

  entries: {
    cases: 'Cases',
    settings: 'Settings',
    access: 'Access control',
    login: 'Log in',
    register: 'Register',
    forgotPassword: 'Forgot password',
    changePassword: 'Change password',
    confirmEmail: 'Confirm the e-mail address',
    revertEmail: 'Return to the old e-mail address',
    account: 'My account',
    notifications: 'Notifications',
    home: 'Home',
    case: 'Case details',
    caseFiles: 'Case files',
    phrases: 'Phrases',
    analysis: 'Analysis',
    searches: 'Searches',
    courts: 'Courts',
    judges: 'Judges',
    caseTypes: 'Case types',
    relationTypes: 'Relation types',
    caseStatuses: 'Case statuses',
    subscriptionConfigs: 'Subscription configurations',
    dynamicPages: 'Dynamic pages',
    users: 'Users',
    roles: 'Roles',
    permissions: 'Permissions',
    faq: 'Frequently asked questions',
    terms: 'Terms & Condition',
    about: 'About this service',
    notFound: 'Page not found',
  },

  ...enAccounts,

  viewer: {
    tabs: 'Parts of the case',
    details: 'Details',
    text: 'Full text',
    openInNewTab: 'Open in a new tab',
    opensInNewTab: '(opens in a new tab)',
    notFound: 'Case not found',
    notFoundMore: 'This case is not in the library, or the link is not right.',
    failed: 'The case could not be fetched',
    toSearch: 'Go to the search',
    numbers: 'Case numbers',
    court: 'Court',
    types: 'Case types',
    closed: 'Closed date',
    judges: 'Judges',
    parties: 'Parties',
    claimant: 'Claimant',
    respondent: 'Respondent',
    interpleader: 'Interpleader',
    keywords: 'Keywords',
    statuses: 'Status',
    statusDetails: 'Status details',
    related: 'Related cases',
    noRelated: 'There are no related cases',
    notInLibrary: 'This case is not in the library',
  },

  phrase: {
    label: 'Phrase',
    dhivehi: 'Dhivehi phrase',
    english: 'English phrase',
    arabic: 'Arabic phrase',
    shortMeaning: 'Short meaning',
    meaning: 'Meaning',
    usedCases: 'Used in cases',
    notFound: 'Phrase not found',
    failed: 'The phrase could not be fetched',
  },

  reader: {
    label: 'Text of the judgment',
    empty: 'The text of this case is not in the library yet',
    contents: 'Contents',
    cited: 'Cases cited here',
    notes: 'Annotations',
    outline: 'Contents and annotations',
    footnotes: 'Footnotes',
    footnote: (number) => `Footnote ${number}`,
    annotation: (type, title) => `Annotation, ${type}: ${isolate(title)}`,
    backToText: 'Back to the text',
    openCase: (number) => `${isolate(number)}, opens in a new tab`,
    table: (number) => `Table ${number}`,
    types: {
      general: 'General',
      positive: 'Positive',
      neutral: 'Neutral',
      warning: 'Warning',
      caution: 'Cautionary',
    },
    categories: { editorial: 'Editorial comment', usul: 'Principle (usul)' },

    find: 'Find in text',
    findNext: 'Next match',
    findPrevious: 'Previous match',
    found: (number, count) => `Match ${number} of ${count}`,
    notFound: 'Not found in this text',

    size: 'Size of the letters',
    sizeLetter: 'A',

    copyKinds: { text: 'Text', citation: 'Text with citation' },
    copied: 'Copied',
    tooLong: (limit) => `The selection is too long to copy: at most ${limit} characters.`,
    mayNotCopy: 'Copying is not allowed',
    mayNotPrint: 'This text may not be printed',
  },

  search: searchEn,

  finding: findingEn,

  form: enForm,
  list: enList,
  live: liveEn,

  choiceLabels: {
    Pending: 'Pending',
    Analyzed: 'Analyzed',
    Scanned: 'Scanned',
    Finalized: 'Finalized',
    Cancelled: 'Cancelled',
    'Pending Analysis': 'Pending analysis',
    'Non-Chargeable (Pre-Imported)': 'Non-chargeable (pre-imported)',
    'Non-Chargeable (Low Confidence)': 'Non-chargeable (low confidence)',
    'Non-Chargeable (Scanned)': 'Non-chargeable (scanned)',
    'Non-Chargeable (Manual Cancellation)': 'Non-chargeable (manual cancellation)',
    'Pending Payment': 'Pending payment',
    Paid: 'Paid',
  },

  files: filesEn,
  none: '—',
}
