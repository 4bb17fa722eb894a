import type { Language } from '#shared/messages.ts'
import { isolate } from '#shared/text/format/isolate.ts'

const dv = {
  /** The second step of a log-in. */
  verify: {
    title: 'ދެވަނަ ފިޔަވަޅު',
    passkey: {
      lead: 'ޕާސްކީއަކުން ލޮގްއިން ކަށަވަރުކުރައްވާ',
      use: 'ޕާސްކީ ބޭނުންކުރައްވާ',
      cancelled: 'ޕާސްކީއެއް ބޭނުންނުކުރެވުނު. އަލުން މަސައްކަތް ކޮށްލައްވާ.',
      unavailable: 'މި ބްރައުޒަރުން މި އެޑްރެހުގައި ޕާސްކީއެއް ބޭނުންނުކުރެވޭނެ. ޕާސްކީ ބޭނުންކުރެވޭނީ HTTPS އެޑްރެހަކުން.',
      choose: 'ޕާސްކީއެއް ބޭނުންކުރައްވާ',
    },
    totp: {
      lead: 'އޮތެންޓިކޭޓަރ އެޕުން ފެންނަ ކޯޑު ޖައްސަވާ',
      hint: 'ކޯޑުގައި 6 ނަންބަރު ހުންނާނެ. 30 ސިކުންތަކުން ކޯޑު ބަދަލުވާނެ.',
      choose: 'އެޕުގެ ކޯޑު ޖައްސަވާ',
    },
    recovery: {
      lead: 'ރައްކާކުރައްވާފައިވާ ރިކަވަރީ ކޯޑެއް ޖައްސަވާ. ކޮންމެ ކޯޑެއް ބޭނުންކުރެވޭނީ އެއްފަހަރު.',
      label: 'ރިކަވަރީ ކޯޑު',
      needed: 'ރިކަވަރީ ކޯޑެއް ޖައްސަވާ',
      choose: 'ރިކަވަރީ ކޯޑެއް ޖައްސަވާ',
    },
    email: { choose: 'ކޯޑެއް އީމެއިލްކުރައްވާ' },
  },

  /** The card of the own account. */
  card: {
    title: 'ލޮގްއިންގެ ދެވަނަ ފިޔަވަޅު',
    lead: 'ޕާސްވޯޑުގެ އިތުރުން ލޮގްއިންކުރުމުގައި ކަށަވަރުކުރާ އެއްޗެއް',
    app: 'އޮތެންޓިކޭޓަރ އެޕް',
    appNone: 'އެޕެއް އިތުރުކޮށްފައެއް ނެތް',
    added: 'އިތުރުކުރެއްވި',
    used: 'އެންމެ ފަހުން ބޭނުންކުރެއްވި',
    add: 'އިތުރުކުރައްވާ',
    addApp: 'އޮތެންޓިކޭޓަރ އެޕެއް އިތުރުކުރައްވާ',
    remove: 'އުނިކުރައްވާ',
    removeApp: 'އޮތެންޓިކޭޓަރ އެޕް އުނިކުރައްވާ',
    removeAppMore: 'އެޕް އުނިކުރެއްވުމުން، އެ އެޕުގެ ކޯޑުން ލޮގްއިނެއް ނުކުރެވޭނެ.',
    removed: 'އެޕް އުނިކުރެވިއްޖެ',
    recovery: 'ރިކަވަރީ ކޯޑު',
    recoveryLeft: (left: number, all: number) => `${all} ކޯޑުގެ ތެރެއިން ${left} ކޯޑު ބާކީ އެބަހުރި`,
    renewTitle: 'އައު ރިކަވަރީ ކޯޑު ހައްދަވާ',
    renewMore: 'އައު ކޯޑުތައް ހެއްދެވުމުން، ކުރީގެ ހުރިހާ ކޯޑެއް ބާޠިލްވާނެ.',
    email: 'އީމެއިލްކުރާ ކޯޑު',
    emailAllowed: 'އީމެއިލްކުރާ ކޯޑުންވެސް ލޮގްއިން ކުރެވޭނެ',
    emailRefused: 'އީމެއިލްކުރާ ކޯޑުން ލޮގްއިނެއް ނުކުރެވޭނެ',
    allow: 'ހުއްދަކުރައްވާ',
    refuse: 'މަނާކުރައްވާ',
    allowTitle: 'އީމެއިލްކުރާ ކޯޑު ހުއްދަކުރައްވާ',
    refuseTitle: 'އީމެއިލްކުރާ ކޯޑު މަނާކުރައްވާ',
    allowMore: 'އީމެއިލްކުރާ ކޯޑުންވެސް ލޮގްއިން ކުރެވޭނެ.',
    refuseMore: 'އެޕެއް، ޕާސްކީއެއް ނުވަތަ ރިކަވަރީ ކޯޑެއް ނެތިއްޖެނަމަ، ލޮގްއިންކުރެވޭނީ އެޑްމިނިސްޓްރޭޓަރުގެ އެހީގައި.',
    saved: 'ރައްކާކުރެވިއްޖެ',
    confirm: 'ކުރިއަށް ގެންދަވާ',
  },

  passkey: {
    title: 'ޕާސްކީ',
    none: 'ޕާސްކީއެއް އިތުރުކޮށްފައެއް ނެތް',
    unavailable: 'މި އެޑްރެހުގައި ޕާސްކީއެއް އިތުރެއް ނުކުރެވޭނެ. ޕާސްކީ ބޭނުންކުރެވޭނީ HTTPS އެޑްރެހަކުން. އޮތެންޓިކޭޓަރ އެޕެއް އިތުރުކުރެވޭނެ.',
    add: 'ޕާސްކީއެއް އިތުރުކުރައްވާ',
    name: 'ޕާސްކީގެ ނަން',
    nameHint: 'މިސާލަކަށް: އޮފީހުގެ ކޮމްޕިއުޓަރު',
    nameNeeded: 'ޕާސްކީއަށް ނަމެއް ޖައްސަވާ',
    added: 'ޕާސްކީ އިތުރުކުރެވިއްޖެ',
    cancelled: 'ޕާސްކީއެއް އިތުރެއް ނުކުރެވުނު. އަލުން މަސައްކަތް ކޮށްލައްވާ.',
    rename: 'ނަން ބަދަލުކުރައްވާ',
    renameOf: (name: string) => `${isolate(name)}: ޕާސްކީގެ ނަން ބަދަލުކުރައްވާ`,
    remove: 'އުނިކުރައްވާ',
    removeOf: (name: string) => `${isolate(name)}: ޕާސްކީ އުނިކުރައްވާ`,
    removeMore: 'ޕާސްކީ އުނިކުރެއްވުމުން، އެ ޕާސްކީއަކުން ލޮގްއިނެއް ނުކުރެވޭނެ.',
    removed: 'ޕާސްކީ އުނިކުރެވިއްޖެ',
  },

  /** Adding an authenticator app. */
  app: {
    scan: 'އޮތެންޓިކޭޓަރ އެޕުން މި ކިޔޫއާރް ކޯޑު ސްކޭންކުރައްވާ',
    qr: 'އޮތެންޓިކޭޓަރ އެޕަކަށް ކިޔޫއާރް ކޯޑެއް',
    secret: 'ސްކޭން ނުކުރެވޭނަމަ މި ކީ އެޕުގައި ޖައްސަވާ',
    code: 'އެޕުން ފެންނަ ކޯޑު',
    codeHint: 'އެޕުން ފެންނަ 6 ނަންބަރު ޖައްސަވާ',
    codeNeeded: 'އެޕުން ފެންނަ ކޯޑު ޖައްސަވާ',
    submit: 'އިތުރުކުރައްވާ',
    added: 'އެޕް އިތުރުކުރެވިއްޖެ',
  },

  codes: {
    title: 'ރިކަވަރީ ކޯޑު',
    lead: 'މި ކޯޑުތައް ދައްކާނީ މިފަހަރު އެކަނި. ރައްކާތެރި ތަނެއްގައި ބަހައްޓަވާ. ފޯނު ގެއްލިއްޖެނަމަ ލޮގްއިން ކުރެވޭނީ މި ކޯޑަކުން.',
    copy: 'ހުރިހާ ކޯޑެއް ނަކަލުކުރައްވާ',
    copied: 'ނަކަލުކުރެވިއްޖެ',
    stored: 'ކޯޑުތައް ރައްކާކޮށްފިން',
  },

  /** For administrators. */
  reset: {
    act: 'ދެވަނަ ފިޔަވަޅު އުނިކުރައްވާ',
    sure: 'ލޮގްއިންގެ ދެވަނަ ފިޔަވަޅު އުނިކުރައްވަން ޔަޤީންތޯ؟',
    more: (who: string) => `${isolate(who)}ގެ އޮތެންޓިކޭޓަރ އެޕާއި ޕާސްކީތަކާއި ރިކަވަރީ ކޯޑުތައް އުނިވެގެންދާނެ. މިކަން އެ ފަރާތަށް އީމެއިލުން އެންގޭނެ.`,
    done: 'ދެވަނަ ފިޔަވަޅު އުނިކުރެވިއްޖެ',
  },
}

const en: typeof dv = {
  verify: {
    title: 'Second step',
    passkey: {
      lead: 'Confirm the log-in with a passkey',
      use: 'Use a passkey',
      cancelled: 'No passkey was used. Please try again.',
      unavailable: 'This browser cannot use a passkey at this address: passkeys need HTTPS.',
      choose: 'Use a passkey',
    },
    totp: {
      lead: 'Enter the code that your authenticator app shows',
      hint: '6 digits, which change every 30 seconds.',
      choose: 'Enter the code of the app',
    },
    recovery: {
      lead: 'Enter one of the recovery codes that you have stored. Each of them works once.',
      label: 'Recovery code',
      needed: 'Enter a recovery code',
      choose: 'Enter a recovery code',
    },
    email: { choose: 'Send a code by e-mail' },
  },

  card: {
    title: 'Second step of the log-in',
    lead: 'Something that confirms a log-in besides the password',
    app: 'Authenticator app',
    appNone: 'No app has been added',
    added: 'Added',
    used: 'Last used',
    add: 'Add',
    addApp: 'Add an authenticator app',
    remove: 'Remove',
    removeApp: 'Remove the authenticator app',
    removeAppMore: 'Once it is removed, its codes no longer log you in.',
    removed: 'The app was removed',
    recovery: 'Recovery codes',
    recoveryLeft: (left, all) => `${left} of ${all} codes left`,
    renewTitle: 'Make new recovery codes',
    renewMore: 'New codes make all former ones void.',
    email: 'Codes by e-mail',
    emailAllowed: 'A code by e-mail is accepted as well',
    emailRefused: 'A code by e-mail is not accepted',
    allow: 'Accept',
    refuse: 'Refuse',
    allowTitle: 'Accept codes by e-mail',
    refuseTitle: 'Refuse codes by e-mail',
    allowMore: 'A code by e-mail will be accepted as well.',
    refuseMore: 'Without the app, a passkey and the recovery codes, only an administrator can then help you to log in.',
    saved: 'Saved',
    confirm: 'Continue',
  },

  passkey: {
    title: 'Passkeys',
    none: 'No passkey has been added',
    unavailable: 'No passkey can be added at this address: passkeys need HTTPS. An authenticator app can be added.',
    add: 'Add a passkey',
    name: 'Name of the passkey',
    nameHint: 'For example: office computer',
    nameNeeded: 'Enter a name for the passkey',
    added: 'The passkey was added',
    cancelled: 'No passkey was added. Please try again.',
    rename: 'Rename',
    renameOf: (name) => `Rename the passkey ${isolate(name)}`,
    remove: 'Remove',
    removeOf: (name) => `Remove the passkey ${isolate(name)}`,
    removeMore: 'Once it is removed, it no longer logs you in.',
    removed: 'The passkey was removed',
  },

  app: {
    scan: 'Scan this QR code with an authenticator app',
    qr: 'QR code for an authenticator app',
    secret: 'If it cannot be scanned, enter this key in the app',
    code: 'Code of the app',
    codeHint: 'The 6 digits that the app shows',
    codeNeeded: 'Enter the code that the app shows',
    submit: 'Add the app',
    added: 'The app was added',
  },

  codes: {
    title: 'Recovery codes',
    lead: 'These codes are shown only this once. Store them in a safe place: one of them logs you in when your phone is lost.',
    copy: 'Copy all codes',
    copied: 'Copied',
    stored: 'I have stored the codes',
  },

  reset: {
    act: 'Remove second step',
    sure: 'Sure to remove the second step of the log-in?',
    more: (who) =>
      `The authenticator app, the passkeys and the recovery codes of ${isolate(who)} will be removed. They will be notified by e-mail.`,
    done: 'The second step was removed',
  },
}

/** The strings of second factors. */
export const factorStrings: Record<Language, typeof dv> = { dv, en }
