import type { SessionContext } from '#server/endpoint/context.ts'
import { type Endpoints, authenticatedEndpoint, saveEndpoint } from '#server/endpoint/endpoint.ts'
import type { ReadingCounter } from '#server/rateLimits/rateLimiter.ts'
import {
  confirmNoteInput,
  createNoteInput,
  noteInput,
  notesInput,
  relocateNoteInput,
  updateNoteInput,
} from '#shared/calls/notes.ts'
import { confirmNote, createNote, deleteNote, relocateNote, updateNote } from './changeNotes.ts'
import type { NoteContext } from './currentText.ts'
import { exportNotes } from './exportNotes.ts'
import { listNotes } from './listNotes.ts'

/**
 * The endpoints for the notes of the user of the session. No other user can read them, whatever their permissions. Those that
 * answer from the text of a case count as opening it; those that copy from it need the scope to read it too.
 */
export function noteEndpoints(countReading: ReadingCounter): Endpoints {
  const counted = countedBy(countReading)
  return {
    'notes/get': authenticatedEndpoint({
      about: 'The notes of the user on a case, carried over to its current text.',
      input: notesInput,
      rateLimits: ['find'],
      run: counted(listNotes),
    }),
    'notes/create': saveEndpoint({
      about: 'Creates a note on a range of the text of a case.',
      input: createNoteInput,
      rateLimits: ['note'],
      scopes: ['library'],
      run: counted(createNote),
    }),
    'notes/confirm': saveEndpoint({
      about: 'Confirms the proposed range of a moved note.',
      input: confirmNoteInput,
      rateLimits: ['note'],
      scopes: ['library'],
      run: counted(confirmNote),
    }),
    'notes/relocate': saveEndpoint({
      about: 'Gives a note another range of the current text.',
      input: relocateNoteInput,
      rateLimits: ['note'],
      scopes: ['library'],
      run: counted(relocateNote),
    }),
    'notes/export': authenticatedEndpoint({
      about: 'The notes of the user on a case for a file, with quotations if the user may copy.',
      input: notesInput,
      rateLimits: ['note-export'],
      run: counted(exportNotes),
    }),
    ...changeEndpoints,
  }
}

/** What needs no text of a case. */
const changeEndpoints: Endpoints = {
  'notes/update': saveEndpoint({
    about: 'Changes the type, title, category, and description of a note.',
    input: updateNoteInput,
    rateLimits: ['note'],
    run: updateNote,
  }),
  'notes/delete': saveEndpoint({
    about: 'Deletes a note.',
    input: noteInput,
    rateLimits: ['note'],
    run: deleteNote,
  }),
}

const countedBy =
  (countReading: ReadingCounter) =>
  <Input, Answer>(run: (context: NoteContext, input: Input) => Promise<Answer>) =>
  (context: SessionContext, input: Input) =>
    run({ ...context, countReading }, input)
