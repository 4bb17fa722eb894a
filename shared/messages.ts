/**
 * Every API error: code → HTTP status → sentence in Dhivehi and English. `{…}` is filled with the values of the error. The
 * server answers with the sentence in the language of the user; the web distinguishes errors by their code only.
 */
export const apiErrors = {
  'no-such-call': [404, 'މިފަދަ ޚިދުމަތެއް ނެތް', 'There is no such call.'],
  'wrong-method': [405, 'މިއީ މި ގޮތަށް އެދެވޭ ޚިދުމަތެއް ނޫން', 'This call is made by another method.'],
  'not-json': [400, 'ފޮނުއްވި މަޢުލޫމާތު ކިޔޭގޮތަކަށް ނެތް', 'The request could not be read: it must be JSON in UTF-8.'],
  'bad-request': [400, 'ފޮނުއްވި މަޢުލޫމާތު ކިޔޭގޮތަކަށް ނެތް', 'The request could not be read.'],
  'wrong-media-type': [
    415,
    'މި ބާވަތުގެ މަޢުލޫމާތެއް ބަލައެއް ނުގަނެވޭނެ',
    'The request could not be read: this content type is not accepted.',
  ],
  'too-large': [413, 'ފޮނުއްވި މަޢުލޫމާތު މާ ބޮޑު', 'The request is too large.'],
  invalid: [400, 'ފުރިހަމަކުރެއްވި މަޢުލޫމާތު އަލުން ޗެކުކޮށްލައްވާ', 'Please check what was entered.'],
  'bad-credentials': [401, 'އީމެއިލް ނުވަތަ ޕާސްވޯޑް ރަނގަޅެއް ނޫން', 'E-mail or password is incorrect.'],
  'bad-code': [422, 'ޖެއްސެވި ކޯޑު ރަނގަޅެއް ނޫން', 'The code is incorrect.'],
  'code-ended': [422, 'މި ކޯޑުގެ މުއްދަތު ހަމަވެއްޖެ. އައު ކޯޑަކަށް އެދިލައްވާ.', 'This code has expired. Please ask for a new one.'],
  'bad-reset-link': [
    422,
    'ޕާސްވޯޑް އައުކުރުމުގެ ލިންކު ބާޠިލް. ފަހުން އަލުން މަސައްކަތް ކޮށްލައްވާ!',
    'Invalid Password Reset Link. Please try again later!',
  ],
  'bad-email-link': [422, 'މި ލިންކުގެ މުއްދަތު ހަމަވެއްޖެ، ނުވަތަ މި ލިންކު ވަނީ ބޭނުންކުރައްވާފަ', 'This link has expired, or was used already.'],
  'email-taken': [422, 'މި އީމެއިލް އެޑްރެހުގައި އެހެން އެކައުންޓެއް އެބައޮތް', 'Another account has this e-mail address.'],
  'wrong-password': [422, 'މިހާރުގެ ޕާސްވޯޑް ރަނގަޅެއް ނޫން', 'The current password is incorrect.'],
  'factor-exists': [
    422,
    'މި އެކައުންޓުގައި އޮތެންޓިކޭޓަރ އެޕެއް މިހާރުވެސް އެބައޮތް. ކުރިން އެ އެޕް އުނިކުރައްވާ.',
    'This account has an authenticator app already. Remove it first.',
  ],
  'no-own-factor': [422, 'ކުރިން އޮތެންޓިކޭޓަރ އެޕެއް ނުވަތަ ޕާސްކީއެއް އިތުރުކުރައްވާ', 'Add an authenticator app or a passkey first.'],
  'no-factor-to-reset': [
    422,
    'މި އެކައުންޓުގައި އުނިކުރެވޭނެ ދެވަނަ ފިޔަވަޅެއް ނެތް',
    'This account has no second step that could be removed.',
  ],
  'no-passkeys-here': [
    422,
    'މި އެޑްރެހުން ޕާސްކީއެއް ބޭނުންނުކުރެވޭނެ. ޕާސްކީ ބޭނުންކުރެވޭނީ HTTPS އެޑްރެހަކުން.',
    'Passkeys cannot be used at this address: they need HTTPS.',
  ],
  'bad-passkey': [422, 'މި ޕާސްކީ ޤަބޫލެއް ނުކުރެވުނު', 'This passkey was not accepted.'],
  'passkeys-full': [
    422,
    'އެންމެ ގިނަވެގެން ހުންނާނީ {maximum} ޕާސްކީ',
    'There are {maximum} passkeys, the most that an account can have.',
  ],
  'no-session': [401, 'ސެޝަންގެ މުއްދަތު ހަމަވެއްޖެ. އަލުން ލޮގްއިން ކުރައްވާ.', 'Your session has expired. Please log in again.'],
  'link-expired': [
    401,
    'މި ލިންކުގެ މުއްދަތު ހަމަވެއްޖެ. ފައިލު އޮތް ރެކޯޑުން އެ ފައިލު އަލުން ހުޅުއްވާ.',
    'This link has expired. Open the file again from its record.',
  ],
  'not-allowed': [403, 'މިކަން ކުރުމުގެ ހުއްދައެއް ނެތް', 'You do not have permission.'],
  'token-scope': [403, 'މި އޭޕީއައި ޓޯކަނުން މިކަން ކުރުމުގެ ހުއްދައެއް ނެތް', 'This personal API token does not allow it.'],
  'tokens-full': [
    422,
    'އެންމެ ގިނަވެގެން ހުންނާނީ {maximum} އޭޕީއައި ޓޯކަން. ކުރިން އެހެން ޓޯކަނެއް ބާޠިލުކުރައްވާ.',
    'There are {maximum} API tokens, the most that an account can have. Revoke another one first.',
  ],
  'not-found': [404, 'ތިޔަ ހޯއްދެވި މަޢުލޫމާތެއް ނުފެނުނު', 'It was not found.'],
  'case-not-found': [404, 'ތިޔަ ހޯއްދަވާ މައްސަލައެއް ނުފެނުނު', 'Case not found.'],
  'case-number-ambiguous': [
    409,
    'މި ނަންބަރު، އެއް މައްސަލައަކަށް ވުރެ ގިނަ މައްސަލައެއްގެ ނަންބަރަކަށް ވެދާނެ',
    'This number may be that of more than one case.',
  ],
  'note-not-found': [404, 'މި ޚިޔާލު މިހާރަކު ނެތް', 'This note no longer exists.'],
  'text-changed': [
    409,
    'މި މައްސަލައިގެ ލިޔުން ބަދަލުވެއްޖެ. ލިޔުން އަލުން ހުޅުއްވާ.',
    'The text of this case has changed. Please open it again.',
  ],
  'notes-full': [
    422,
    'މި މައްސަލައިގައި އިތުރު ޚިޔާލެއް ނުލިޔެވޭނެ. އެންމެ ގިނަވެގެން {maximum} ޚިޔާލު.',
    'This case has {maximum} of your notes, the most that it can have.',
  ],
  'phrase-not-found': [404, 'ތިޔަ ހޯއްދަވާ ޢިބާރާތެއް ނުފެނުނު', 'Phrase not found.'],
  'page-not-found': [404, 'ތިޔަ ހޯއްދަވާ ޞަފްޙާއެއް ނުފެނުނު', 'Page not found.'],
  'page-past-end': [422, '1 އާއި {pages} އާ ދެމެދުގެ ޢަދަދެއް ޖައްސަވާ', 'Enter a number from 1 to {pages}.'],
  'query-too-short': [400, 'މަދުވެގެން 3 އަކުރު ޖައްސަވަންޖެހޭނެ', 'Must be at least 3 letters.'],
  'nothing-to-search': [400, 'ހޯއްދަވަން ބޭނުންފުޅުވާ އެއްޗެއް ޖައްސަވާ', 'Enter something to search for.'],
  'changed-elsewhere': [
    409,
    'މި މަޢުލޫމާތު އެހެންތަނަކުން ބަދަލުކޮށްފައިވޭ. ފޯމު އަލުން ހުޅުއްވާ.',
    'This row has been updated elsewhere. Please Re-Open Form for latest data!',
  ],
  'key-reused': [422, 'މި އިޑެމްޕޮޓެންސީ ކީ އެހެން އެދުމަކަށް ބޭނުންކޮށްފައިވޭ', 'This idempotency key belongs to another save.'],
  'save-in-progress': [
    409,
    'މި މަޢުލޫމާތު މިހާރުވެސް ދަނީ ރައްކާކުރަމުން. {wait} ފަހުން އަލުން މަސައްކަތް ކޮށްލައްވާ.',
    'This save is still in progress. Please try again in {wait}.',
  ],
  'in-use': [422, 'މި މަޢުލޫމާތު އެހެންތަނެއްގައި ބޭނުންކޮށްފައިވާތީ ފޮހެއެއް ނުލެވޭނެ', 'It is in use and cannot be deleted.'],
  'pdf-known': [422, 'މި ފައިލުގެ އެނަލިސިސްއެއް އެބައޮތް', 'This file has an analysis already.'],
  'beyond-own-rights': [
    403,
    'އަމިއްލައަށް ލިބިފައިނުވާ ހުއްދައެއް ދެއްވުމުގެ ބާރެއް ނެތް',
    'You cannot give, change or take rights that you do not hold yourself.',
  ],
  'holds-more-rights': [
    403,
    'މި ޔޫޒަރަށް ނުވަތަ ރޯލަށް އަމިއްލައަށް ލިބިފައިނުވާ ހުއްދައެއް ލިބިފައިވާތީ ބަދަލެއް ނުގެނެވޭނެ',
    'This user or role holds a right that you do not hold yourself: you cannot change it.',
  ],
  'last-administrator': [422, 'މަދުވެގެން އެއް އެޑްމިނިސްޓްރޭޓަރު ހުންނަންޖެހޭނެ', 'At least one administrator who can sign in must remain.'],
  'known-permission': [
    422,
    'މި ހުއްދަ ސިސްޓަމުގެ ބޭނުންކުރާތީ ބަދަލެއް ނުގެނެވޭނެ',
    'The system itself uses this permission: it cannot be changed.',
  ],
  'wrong-status': [422, 'މި ޙާލަތުގައި މިކަމެއް ނުކުރެވޭނެ', 'This cannot be done in this status.'],
  'charge-not-pending': [
    422,
    'މި އެނަލިސިސްގެ އަގު ކަނޑައެޅިފައިވާތީ، އަގު ނުނެގޭގޮތަށް ފާހަގައެއް ނުކުރެވޭނެ',
    'The charge of this analysis is decided: it cannot be marked as non-chargeable.',
  ],
  'payment-not-pending': [
    422,
    'މި އެނަލިސިސްގެ ފީއަކީ ދައްކަންޖެހޭ ފީއެއް ނޫންކަމުން، ފީ ދެއްކިކަމަށް ފާހަގައެއް ނުކުރެވޭނެ',
    'No payment of this analysis is pending: it cannot be marked as paid.',
  ],
  'copy-not-allowed': [403, 'ނަކަލުކުރުމުގެ ހުއްދައެއް ނެތް', 'Copying is not allowed.'],
  'subscription-ended': [
    403,
    'ތިޔަބޭފުޅާގެ ސަބްސްކްރިޕްޝަންގެ މުއްދަތު ހަމަވެއްޖެ. ނަކަލުކުރުމާއި ޗާޕުކުރުމުގެ ހުއްދައެއް މިހާރަކު ނެތް.',
    'Your subscription has ended. Copying and printing are not allowed any more.',
  ],
  'copy-too-long': [422, 'ނަކަލުކުރެވޭ މިންވަރަށްވުރެ ލިޔުން ދިގު', 'The selection is too long to copy (at most 500 letters).'],
  'print-not-allowed': [403, 'މި ލިޔުމެއް ޗާޕެއް ނުކުރެވޭނެ', 'This text may not be printed.'],
  'too-many': [429, 'މަސައްކަތްތައް މާ ގިނަ. {wait} ފަހުން އަލުން މަސައްކަތް ކޮށްލައްވާ.', 'Too many requests. Please try again in {wait}.'],
  unavailable: [
    503,
    'ވަގުތުން މި ޚިދުމަތް ނުދެވޭ. ކުޑައިރުކޮޅަކުން އަލުން މަސައްކަތް ކޮށްލައްވާ.',
    'The service is not ready yet. Please try again in a moment.',
  ],
  'upload-offset': [
    409,
    'މި ފައިލުގެ މި ބައި މިހާރުވެސް ވަނީ ލިބިފައި. އަލުން މަސައްކަތް ކޮށްލައްވާ.',
    'This part of the file does not follow what was received. Please try again.',
  ],
  'upload-quota': [
    422,
    'އަދި ރައްކާނުކުރާ ފައިލުތަކުގެ ޖުމުލަ އެންމެ ބޮޑުވެގެން {maximum}. ކުރިން އެ ފައިލުތައް ރައްކާކުރައްވާ، ނުވަތަ ފޮހެލައްވާ.',
    'Uploads that are not saved yet may have {maximum} together. Save or delete some of them first.',
  ],
  'disk-full': [
    507,
    'ފައިލު ރައްކާކުރެވޭނެ ޖާގަ ނެތް. އެޑްމިނިސްޓްރޭޓަރަށް އަންގަވާ.',
    'There is no space left to store the file. Please inform the administrator.',
  ],
  'scanner-unavailable': [
    503,
    'ވަގުތުން ފައިލުތަކުގައި ވައިރަސް ހުރިތޯ ބެލެއް ނުކުރެވޭ. އެހެންކަމުން ފައިލެއް ޤަބޫލެއް ނުކުރެވޭ. {wait} ފަހުން އަލުން މަސައްކަތް ކޮށްލައްވާ.',
    'Files cannot be scanned for viruses at the moment, so that none is accepted. Please try again in {wait}.',
  ],
  'files-unavailable': [
    503,
    'ވަގުތުން ފައިލުތަކުގެ ޚިދުމަތް ނުދެވޭ. {wait} ފަހުން އަލުން މަސައްކަތް ކޮށްލައްވާ.',
    'Files cannot be stored or opened at the moment. Please try again in {wait}.',
  ],
  broken: [500, 'މައްސަލައެއް ދިމާވެއްޖެ. އަލުން މަސައްކަތް ކޮށްލައްވާ. (ނަންބަރު {id})', 'Something went wrong. Please try again. (No. {id})'],
} as const satisfies Record<string, readonly [status: number, dv: string, en: string]>

export type ApiErrorCode = keyof typeof apiErrors
export type Language = 'dv' | 'en'

/** A sentence in each language; `{…}` is filled with values. */
export type Sentence = readonly [dv: string, en: string]

export const inLanguage = ([dv, en]: Sentence, language: Language) => (language === 'dv' ? dv : en)

/** Validation errors of one field of a request. */
export const fieldMessages = {
  required: ['މި ބައި ފުރިހަމަކުރަންޖެހޭނެ', 'This field is required.'],
  'wrong-kind': ['މި ބައިގައި އެފަދަ އެއްޗެއް ނުޖެއްސޭނެ', 'This is not the kind of value that belongs here.'],
  email: ['ޞައްޙަ އީމެއިލް އެޑްރެހެއް ޖައްސަވާ', 'Enter a valid e-mail address.'],
  format: ['މި ބައިގެ ގޮތަކުން ޖައްސަވާފައެއް ނެތް', 'This is not written as it must be.'],
  'page-route': [
    'ޖެއްސޭނީ އިނގިރޭސި ކުދި އަކުރާއި، ނަންބަރާއި، ހައިފަން (-). މިސާލަކަށް terms-of-use.',
    'Only small English letters, digits and hyphens, such as terms-of-use.',
  ],
  'too-long': ['އެންމެ ގިނަވެގެން {maximum} އަކުރު', 'At most {maximum} characters.'],
  'too-short': ['މަދުވެގެން {minimum} އަކުރު', 'At least {minimum} characters.'],
  'too-many': ['އެންމެ ގިނަވެގެން {maximum} އެތި', 'At most {maximum} entries.'],
  'too-many-tags': ['އެންމެ ގިނަވެގެން {maximum} އެޗްޓީއެމްއެލް ޓެގު', 'At most {maximum} HTML tags.'],
  'too-many-lines': ['އެންމެ ގިނަވެގެން {maximum} ރޮނގު', 'At most {maximum} lines.'],
  'too-many-words': ['އެންމެ ގިނަވެގެން {maximum} ބަސް', 'At most {maximum} words.'],
  'too-few': ['މަދުވެގެން {minimum} އެތި', 'At least {minimum} entries.'],
  'too-big': ['އެންމެ ބޮޑުވެގެން {maximum}', 'At most {maximum}.'],
  'too-small': ['އެންމެ ކުޑަވެގެން {minimum}', 'At least {minimum}.'],
  'not-a-choice': ['މި ޚިޔާރެއް ނެތް', 'This is not one of the choices.'],
  changed: ['މި މަޢުލޫމާތު އެހެންތަނަކުން ބަދަލުކޮށްފައިވޭ', 'This has been changed elsewhere.'],
  'unknown-field': ['މިފަދަ ބައެއް ނެތް', 'There is no such field.'],
  closed: ['މިހާރު މި ބައެއް ނުލިޔެވޭނެ', 'This field cannot be filled in as things stand.'],
  'days-taken': ['މި ދުވަސްތަކުގައި އެހެން ސަބްސްކްރިޕްޝަނެއް އެބައޮތް', 'Another subscription has some of these days.'],
  'range-reversed': ['ފެށޭ ތާރީޚު ނިމޭ ތާރީޚަށްވުރެ ފަހެއް ނުވެވޭނެ', 'The first day must not be after the last.'],
  'days-reversed': ['«{lower}» «{upper}» އަށްވުރެ ފަހެއް ނުވެވޭނެ', '{lower} must not be after {upper}.'],
  decimals: ['މާ ގިނަ ޑެސިމަލް އެބަހުރި', 'There are too many decimals.'],
  twice: ['އެއްޗެއް ދެފަހަރު އެބަހުރި', 'Something is chosen twice.'],
  taken: ['މިއީ ބޭނުންކޮށްފައިވާ އެއްޗެކެވެ', 'This is already in use.'],
  'taken-by': ['މިއީ «{other}» ގައި ބޭނުންކޮށްފައިވާ އެއްޗެކެވެ', 'This is already in use by “{other}”.'],
  gone: ['މި ޚިޔާރެއް މިހާރަކު ނެތް', 'This choice is no longer there.'],
  'chosen-elsewhere': [
    'އެހެންތަނެއްގައި ބޭނުންކޮށްފައިވާ އެއްޗެއް މިތަނުން އުނިނުކުރެވޭނެ',
    'Another record uses what was taken away here: take it out there first.',
  ],
  'not-held': ['މި ހުއްދައެއް އަމިއްލައަށް ލިބިފައެއް ނެތް', 'You do not hold this permission yourself.'],
  'role-beyond': ['{name} ގައި އަމިއްލައަށް ލިބިފައިނުވާ ހުއްދައެއް އެބައޮތް', '{name} holds a permission that you do not hold yourself.'],
  'own-account': ['އަމިއްލަ އެކައުންޓުގެ މި ބައި ބަދަލުކުރެވޭނީ އެހެން ޔޫޒަރަކަށް', 'Only another user can change this part of your account.'],
  'footnote-missing': ['ނަންބަރު {number} ފުޓްނޯޓުގެ ލިޔުމެއް ނެތް', 'Footnote {number} has no content.'],
  'footnote-twice': ['ނަންބަރު {number} ފުޓްނޯޓު އެއް ތަނަކަށްވުރެ ގިނަ ތަނެއްގައި އެބައޮތް', 'Footnote {number} is there more than once.'],
  'annotation-missing': ['ލިޔުމުގައި ފާހަގަކޮށްފައިވާ ޚިޔާލެއްގެ މަޢުލޫމާތު ނެތް', 'An annotation in the text has no content.'],
  'annotation-twice': ['އެއް ޚިޔާލު އެއްފަހަރަށްވުރެ ގިނަ ފަހަރު އެބައޮތް', 'An annotation is there more than once.'],
  'annotation-title': ['ނަންބަރު {number} ޚިޔާލުގެ ސުރުޚީ ޖައްސަވަންޖެހޭނެ', 'Annotation {number} needs a title.'],
  'annotation-category': ['ނަންބަރު {number} ޚިޔާލުގެ ޤިސްމު ޚިޔާރުކުރައްވަންޖެހޭނެ', 'Annotation {number} needs a category.'],
  'annotation-description': ['ނަންބަރު {number} ޚިޔާލުގެ ތަފްޞީލު ޖައްސަވަންޖެހޭނެ', 'Annotation {number} needs a description.'],
  'unknown-judge': ['ފަނޑިޔާރުންގެ ލިސްޓުގައި {name} ނެތް', 'The list of judges does not know {name}.'],
  'not-yet': ['މި ޙާލަތުގައި މިކަމެއް ނުކުރެވޭނެ', 'This cannot be done in this status.'],
  'password-short': ['ޕާސްވޯޑުގައި މަދުވެގެން {minimum} އަކުރު ހުންނަންޖެހޭނެ', 'The password must have at least {minimum} characters.'],
  'password-long': ['ޕާސްވޯޑުގައި އެންމެ ގިނަވެގެން ހުންނާނީ {maximum} އަކުރު', 'The password may have at most {maximum} characters.'],
  'password-common': [
    'މި ޕާސްވޯޑަކީ ގިނަ މީހުން ބޭނުންކުރާ ޕާސްވޯޑެއް. އެހެން ޕާސްވޯޑެއް ޖައްސަވާ',
    'Many people use this password. Choose another one.',
  ],
  'password-own': [
    'ނަމާއި، އީމެއިލާއި، މި ޚިދުމަތުގެ ނަން ޕާސްވޯޑަކަށް ނުހަދައްވާ',
    'The password must not be made of your name, your e-mail address or the name of this service.',
  ],
  'password-same': ['އައު ޕާސްވޯޑަކީ މިހާރުގެ ޕާސްވޯޑަށްވުރެ ތަފާތު އެއްޗަކަށްވާންޖެހޭނެ', 'The new password must be another than the current one.'],
  'title-needed': ['ސުރުޚީ ޖައްސަވަންޖެހޭނެ', 'A title is needed.'],
  'category-needed': ['ޤިސްމެއް ޚިޔާރުކުރައްވަންޖެހޭނެ', 'A category is needed.'],
  'description-needed': ['ތަފްޞީލު ޖައްސަވަންޖެހޭނެ', 'A description is needed.'],
  'range-empty': ['ޚިޔާރުކުރެއްވި ބައިގައި ލިޔުމެއް ނެތް', 'There is no text in the selection.'],
  'range-long': [
    'ޚިޔާރުކުރެއްވި ބައި މާ ދިގު: އެންމެ ގިނަވެގެން {maximum} އަކުރު',
    'The selection is too long: at most {maximum} characters.',
  ],
  'passwords-differ': ['ޖެއްސެވި ދެ ޕާސްވޯޑެއް އެއްގޮތެއް ނުވޭ', 'Passwords do not match.'],
  'wrong-password': ['މިހާރުގެ ޕާސްވޯޑް ރަނގަޅެއް ނޫން', 'The current password is incorrect.'],
  'terms-needed': ['ޝަރުޠުތަކަށް އެއްބަސްވާންޖެހޭނެ', 'You must accept the terms.'],
  'picture-kind': ['ފޮޓޯއަކީ PNG، JPEG ނުވަތަ WebP އެއް ކަމަށްވާންޖެހޭނެ', 'The picture must be a PNG, JPEG or WebP.'],
  'picture-size': ['ފޮޓޯގެ ފުޅާމިނާއި ދިގުމިނަކީ އެންމެ ބޮޑުވެގެން {maximum} ޕިކްސެލް', 'The picture may measure {maximum} pixels at most.'],
  'picture-gone': [
    'ލިޔުމުގައިވާ ނަންބަރު {numbers} ފޮޓޯ މިހާރަކު ނެތް. އެ ފޮޓޯ އުނިކުރައްވާ، ނުވަތަ އަލުން ފޮނުއްވާ',
    'Picture {numbers} of the text is no longer there. Remove it, or upload it again.',
  ],
  'file-kind': ['މިއީ މިތަނަށް ޖެއްސޭނެ ފައިލެއް ނޫން. ޖެއްސޭނީ {kinds}', 'This is not a file that belongs here: it must be {kinds}.'],
  'file-size': ['ފައިލު މާ ބޮޑު: އެންމެ ބޮޑުވެގެން {maximum}', 'The file is too large: at most {maximum}.'],
  'file-empty': ['ފައިލުގައި އެއްޗެއް ނެތް', 'The file is empty.'],
  'file-infected': [
    'ފައިލުގައި ވައިރަހެއް އެބައޮތް: {signature}. އެހެންކަމުން ފައިލު ޤަބޫލެއް ނުކުރެވުނު.',
    'The file contains a virus, {signature}, and was not accepted.',
  ],
  'file-broken': ['ފައިލު ހަލާކުވެފައި، ނުވަތަ ނުފެންނަ އެއްޗެއް އެބަހުރި', 'The file is broken, or hides something.'],
  'picture-pixels': ['ފޮޓޯގައި އެންމެ ގިނަވެގެން ހުންނާނީ {maximum} ޕިކްސެލް', 'The picture may have {maximum} pixels at most.'],
  'hidden-text': [
    'މި ޞަފްޙާތަކުގައި ކިޔާ މީހަކަށް ނުފެންނަ ލިޔުން އެބަހުރި، އަދި އެ ލިޔުން ހިމަނާނެގޮތެއް ކަނޑައަޅާފައެއް ނުވޭ: {pages}',
    'These pages have text that a reader cannot see, and no decision was made about it: {pages}.',
  ],
  'wrong-code': ['ޖެއްސެވި ކޯޑު ރަނގަޅެއް ނޫން', 'The code is incorrect.'],
  'bad-letters': ['ލިޔުމުގައި ޤަބޫލުނުކުރެވޭ އަކުރެއް އެބަހުރި', 'The text holds a character that cannot be kept.'],
} as const satisfies Record<string, Sentence>

export type FieldCode = keyof typeof fieldMessages

/** The success messages of calls whose screen shows the sentence of the server. */
export const successMessages = {
  'email-waits': [
    'އައު އީމެއިލް އެޑްރެހަށް ލިންކެއް ފޮނުވިއްޖެ. އެޑްރެސް ބަދަލުވާނީ އެ ލިންކުން ކަށަވަރުކުރެއްވުމުން.',
    'A link was sent to the new e-mail address: the address changes when it is confirmed there.',
  ],
  'password-waits': [
    'މި އެކައުންޓު ވަނީ ތަޅުލާފައި، ނުވަތަ އެކްޓިވްކޮށްފައެއް ނެތް. ފުރަތަމަ ޕާސްވޯޑް ދެވޭނީ އެކައުންޓު ހުޅުވުމުން.',
    'This account is locked or inactive. Its first password is given when it is opened.',
  ],
  'text-saved': ['ލިޔުން ރައްކާކުރެވިއްޖެ', 'The text was saved.'],
  'pdf-replaced': [
    'ޕީޑީއެފް ބަދަލުކުރެވިއްޖެ. ކުރީގެ ފައިލުން ކިޔުނު ޞަފްޙާތައް މިހާރު ނެތް. އައު ފައިލު އެނަލައިޒްކުރައްވާ.',
    'The PDF was replaced. The pages that were read from the earlier file are gone: analyze the new one.',
  ],
  'analysis-waits': ['އެނަލައިޒްކުރުމުގެ ކިޔޫއަށް ލެވިއްޖެ', 'The analysis waits to be run.'],
} as const satisfies Record<string, Sentence>
