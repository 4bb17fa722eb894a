import type { z } from 'zod'
import type { apiTokenInput, NewApiToken, OwnApiToken, revokeApiTokenInput } from '#shared/calls/apiTokens.ts'
import type {
  avatarInput,
  changePasswordInput,
  completeEmailInput,
  endSessionInput,
  initEmailInput,
  LoginAnswer,
  loginInput,
  OwnSession,
  Profile,
  profileInput,
  registerInput,
  resetCompleteInput,
  resetInitInput,
  resetValidateInput,
  EmailConfirmAnswer,
  emailLinkInput,
  EmailRevertAnswer,
  MeAnswer,
  SessionAnswer,
  verifyMethodInput,
  verifyInput,
} from '#shared/calls/auth.ts'
import type {
  emailCodesInput,
  factorPasswordInput,
  NewTotp,
  OwnFactors,
  passkeyConfirmInput,
  PasskeyCreation,
  passkeyRemoveInput,
  passkeyRenameInput,
  PasskeyRequest,
  RecoveryCodes,
  totpConfirmInput,
} from '#shared/calls/factors.ts'
import type {
  broadcastingAuthInput,
  BroadcastingAuth,
  broadcastingHereInput,
  broadcastingLineInput,
  MissedMessages,
  broadcastingMissedInput,
  BroadcastingConnection,
  BroadcastingUser,
  broadcastingUserInput,
} from '#shared/calls/live.ts'
import type {
  ErrorReport,
  errorReportDoneInput,
  errorReportsInput,
  reportErrorInput,
} from '#shared/calls/errorReports.ts'
import type { AddFileAnswer, addFileInput, AnalysisQueue } from '#shared/calls/analyses.ts'
import type {
  BeginUploadAnswer,
  beginUploadInput,
  FileInput,
  LinkAnswer,
  UnfinishedUpload,
  unfinishedUploadsInput,
  uploadInput,
} from '#shared/calls/files.ts'
import type {
  NotificationsAnswer,
  notificationsInput,
  readAllInput,
  readInput,
  UnreadAnswer,
} from '#shared/calls/notifications.ts'
import type {
  confirmNoteInput,
  createNoteInput,
  noteInput,
  NotesAnswer,
  NotesExport,
  notesInput,
  relocateNoteInput,
  updateNoteInput,
} from '#shared/calls/notes.ts'
import type { PageAnswer, pageInput } from '#shared/calls/pages.ts'
import type {
  checkFieldInput,
  checkLineInput,
  correctInput,
  decideHiddenInput,
  Review,
  reviewInput,
  ReviewPage,
  reviewPageInput,
  setLetterInput,
  undoCorrectionInput,
} from '#shared/calls/review.ts'
import type {
  AdvancedSearchInput,
  caseNumberInput,
  caseNumbersInput,
  clickedInput,
  CaseCard,
  CaseDetails,
  CaseSummary,
  CaseText,
  Citations,
  citationsInput,
  copyInput,
  Definition,
  findInput,
  Meta,
  PhraseDetails,
  printInput,
  ResolvedNumber,
  SearchInput,
  SearchResult,
  suggestInput,
  Suggestion,
} from '#shared/calls/search.ts'
import type { SearchesAnswer, SearchesInput } from '#shared/calls/searches.ts'

type Nothing = Record<string, never>

/** Every POST call: its input, and the fields of its answer besides `Status` and `Message`. */
export type PostCalls = {
  'auth/login': { input: z.input<typeof loginInput>; answer: LoginAnswer }
  'auth/verify': { input: z.input<typeof verifyInput>; answer: LoginAnswer }
  'auth/verify/email': { input: z.input<typeof verifyMethodInput>; answer: object }
  'auth/verify/passkey': { input: z.input<typeof verifyMethodInput>; answer: { Options: PasskeyRequest } }
  'auth/factors': { input: Nothing; answer: { data: OwnFactors } }
  'auth/factors/totp/begin': { input: z.input<typeof factorPasswordInput>; answer: NewTotp }
  'auth/factors/totp/confirm': { input: z.input<typeof totpConfirmInput>; answer: RecoveryCodes }
  'auth/factors/totp/remove': { input: z.input<typeof factorPasswordInput>; answer: object }
  'auth/factors/passkeys/begin': { input: z.input<typeof factorPasswordInput>; answer: { Options: PasskeyCreation } }
  'auth/factors/passkeys/confirm': { input: z.input<typeof passkeyConfirmInput>; answer: RecoveryCodes }
  'auth/factors/passkeys/rename': { input: z.input<typeof passkeyRenameInput>; answer: object }
  'auth/factors/passkeys/remove': { input: z.input<typeof passkeyRemoveInput>; answer: object }
  'auth/factors/recovery/renew': { input: z.input<typeof factorPasswordInput>; answer: RecoveryCodes }
  'auth/factors/emailCodes': { input: z.input<typeof emailCodesInput>; answer: object }
  'auth/tokens': { input: Nothing; answer: { data: OwnApiToken[] } }
  'auth/tokens/create': { input: z.input<typeof apiTokenInput>; answer: NewApiToken }
  'auth/tokens/revoke': { input: z.input<typeof revokeApiTokenInput>; answer: object }
  'auth/logout': { input: Nothing; answer: object }
  'auth/sessions': { input: Nothing; answer: { data: OwnSession[] } }
  'auth/sessions/end': { input: z.input<typeof endSessionInput>; answer: object }
  'auth/sessions/endOthers': { input: Nothing; answer: object }
  'auth/profile': { input: Nothing; answer: { data: Profile } }
  'auth/profile/update': { input: z.input<typeof profileInput>; answer: object }
  'auth/profile/avatar': { input: z.input<typeof avatarInput>; answer: object }
  'auth/password/change': { input: z.input<typeof changePasswordInput>; answer: object }
  'auth/password/resetInit': { input: z.input<typeof resetInitInput>; answer: object }
  'auth/email/confirm': { input: z.input<typeof emailLinkInput>; answer: EmailConfirmAnswer }
  'auth/email/revert': { input: z.input<typeof emailLinkInput>; answer: EmailRevertAnswer }
  'auth/password/resetValidate': { input: z.input<typeof resetValidateInput>; answer: { Ref: string } }
  'auth/password/resetComplete': { input: z.input<typeof resetCompleteInput>; answer: object }
  'guest/initEmail': { input: z.input<typeof initEmailInput>; answer: { Reference: string } }
  'guest/completeEmail': { input: z.input<typeof completeEmailInput>; answer: object }
  'guest/register': { input: z.input<typeof registerInput>; answer: SessionAnswer }
  'g/getMeta': { input: Nothing; answer: Meta }
  'g/search': { input: SearchInput; answer: SearchResult }
  'g/advancedSearch': { input: AdvancedSearchInput; answer: SearchResult<CaseCard> }
  'g/suggest': { input: z.input<typeof suggestInput>; answer: { data: Suggestion[] } }
  'g/clicked': { input: z.input<typeof clickedInput>; answer: object }
  'g/find': { input: z.input<typeof findInput>; answer: { data: (CaseDetails & Partial<CaseText>) | PhraseDetails } }
  'g/getRefByCN': { input: z.input<typeof caseNumberInput>; answer: { Reference: string } }
  'g/print': { input: z.input<typeof printInput>; answer: object }
  'g/citedCase': { input: z.input<typeof caseNumberInput>; answer: { data: CaseSummary } }
  'g/citations': { input: z.input<typeof citationsInput>; answer: { data: Citations } }
  'g/definitions': { input: Nothing; answer: { data: Definition[] } }
  'g/reportError': { input: z.input<typeof reportErrorInput>; answer: object }
  'caseFiles/errorReports': { input: z.input<typeof errorReportsInput>; answer: { data: ErrorReport[]; total: number } }
  'caseFiles/errorReportDone': { input: z.input<typeof errorReportDoneInput>; answer: object }
  'caseFiles/reference': { input: { id: number }; answer: { Reference: string } }
  'analysis/review': { input: z.input<typeof reviewInput>; answer: { data: Review } }
  'analysis/reviewPage': { input: z.input<typeof reviewPageInput>; answer: { data: ReviewPage } }
  'analysis/pagePicture': { input: z.input<typeof reviewPageInput>; answer: { data: { png: string } } }
  'analysis/correct': { input: z.input<typeof correctInput>; answer: { data: Review } }
  'analysis/undoCorrection': { input: z.input<typeof undoCorrectionInput>; answer: { data: Review } }
  'analysis/checkLine': { input: z.input<typeof checkLineInput>; answer: { data: Review } }
  'analysis/decideHidden': { input: z.input<typeof decideHiddenInput>; answer: { data: Review } }
  'analysis/checkField': { input: z.input<typeof checkFieldInput>; answer: { data: Review } }
  'g/resolveCaseNumbers': { input: z.input<typeof caseNumbersInput>; answer: { data: ResolvedNumber[] } }
  'g/copy': { input: z.input<typeof copyInput>; answer: object }
  'broadcasting/auth': { input: z.input<typeof broadcastingAuthInput>; answer: BroadcastingAuth }
  'broadcasting/here': { input: z.input<typeof broadcastingHereInput>; answer: object }
  'broadcasting/line': { input: z.input<typeof broadcastingLineInput>; answer: object }
  'broadcasting/missed': { input: z.input<typeof broadcastingMissedInput>; answer: MissedMessages }
  'broadcasting/user': { input: z.input<typeof broadcastingUserInput>; answer: BroadcastingUser }
  'broadcasting/place': { input: Nothing; answer: BroadcastingConnection }
  'searches/get': { input: SearchesInput; answer: SearchesAnswer }
  'files/link': { input: FileInput; answer: LinkAnswer }
  'files/upload/begin': { input: z.input<typeof beginUploadInput>; answer: BeginUploadAnswer }
  'files/upload/unfinished': { input: z.input<typeof unfinishedUploadsInput>; answer: { data: UnfinishedUpload[] } }
  'files/upload/cancel': { input: z.input<typeof uploadInput>; answer: object }
  'analysis/setLetter': { input: z.input<typeof setLetterInput>; answer: { data: Review } }
  'analysis/readWithLetters': { input: Nothing; answer: { data: { count: number } } }
  'analysis/queue': { input: Nothing; answer: { data: AnalysisQueue } }
  'analysis/addFile': { input: z.input<typeof addFileInput>; answer: AddFileAnswer }
  'files/delete': { input: FileInput; answer: { data?: { version?: number } } }
  'notifications/get': { input: z.input<typeof notificationsInput>; answer: NotificationsAnswer }
  'notifications/read': { input: z.input<typeof readInput>; answer: UnreadAnswer }
  'notifications/readAll': { input: z.input<typeof readAllInput>; answer: UnreadAnswer }
  'notes/get': { input: z.input<typeof notesInput>; answer: NotesAnswer }
  'notes/create': { input: z.input<typeof createNoteInput>; answer: { uid: string } }
  'notes/update': { input: z.input<typeof updateNoteInput>; answer: object }
  'notes/delete': { input: z.input<typeof noteInput>; answer: object }
  'notes/confirm': { input: z.input<typeof confirmNoteInput>; answer: object }
  'notes/relocate': { input: z.input<typeof relocateNoteInput>; answer: object }
  'notes/export': { input: z.input<typeof notesInput>; answer: NotesExport }
  'p/getDp': { input: z.input<typeof pageInput>; answer: PageAnswer }
}

/** GET calls have no input. */
export type GetCalls = {
  'auth/me': MeAnswer
  'auth/refresh': SessionAnswer
}
