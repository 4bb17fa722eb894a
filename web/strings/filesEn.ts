import type { filesDv } from './filesDv.ts'

export const filesEn: typeof filesDv = {
  choose: 'Choose a file',
  drop: 'Drop a file here, or choose one',
  accepts: (kinds, size) => `${kinds} · up to ${size}`,
  uploading: (name) => `Sending ${name}`,
  wait: 'A file is still being sent. It can be saved once that has arrived.',
  progress: 'How much has been sent',
  cancel: (name) => `Cancel ${name}`,
  retry: (name) => `Send ${name} again`,
  remove: (name) => `Delete ${name}`,
  open: (name) => `Open ${name}`,
  temp: 'Not saved yet',
  permanent: 'Saved',
  removeTitle: 'Delete the file?',
  removeMore: (name) => `${name} will be deleted from this record`,
  wrongKind: (kinds) => `The file must be ${kinds}`,
  tooLarge: (size) => `The file is too large: at most ${size}`,
  empty: 'The file is empty',
  tooMany: (count) => `At most ${count} files`,
  documentElsewhere: 'This text is changed in the editor of judgments',
  documentEmpty: 'There is no text',
}
