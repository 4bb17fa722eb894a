import { type Endpoints, authenticatedEndpoint, saveEndpoint } from '#server/endpoint/endpoint.ts'
import {
  confirmNoteInput,
  createNoteInput,
  noteInput,
  notesInput,
  relocateNoteInput,
  updateNoteInput,
} from '#shared/calls/notes.ts'
import { confirmNote, createNote, deleteNote, relocateNote, updateNote } from './changeNotes.ts'
import { exportNotes } from './exportNotes.ts'
import { listNotes } from './listNotes.ts'

/** The endpoints for the notes of the user of the session. No other user can read them, whatever their permissions. */
export const noteEndpoints: Endpoints = {
  'notes/get': authenticatedEndpoint({
    about: 'The notes of the user on a case, carried over to its current text.',
    input: notesInput,
    rateLimits: ['find'],
    run: listNotes,
  }),
  'notes/create': saveEndpoint({
    about: 'Creates a note on a range of the text of a case.',
    input: createNoteInput,
    rateLimits: ['note'],
    run: createNote,
  }),
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
  'notes/confirm': saveEndpoint({
    about: 'Confirms the proposed range of a moved note.',
    input: confirmNoteInput,
    rateLimits: ['note'],
    run: confirmNote,
  }),
  'notes/relocate': saveEndpoint({
    about: 'Gives a note another range of the current text.',
    input: relocateNoteInput,
    rateLimits: ['note'],
    run: relocateNote,
  }),
  'notes/export': authenticatedEndpoint({
    about: 'The notes of the user on a case for a file, with quotations if the user may copy.',
    input: notesInput,
    rateLimits: ['note-export'],
    run: exportNotes,
  }),
}
