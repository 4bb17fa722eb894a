import { isolate } from '#shared/text/format/isolate.ts'
import type { liveDv } from './dvList.ts'
import type { Shape, Strings } from './types.ts'

/** The strings of the lists, in English. */
export const enList: Strings['list'] = {
  create: (what) => `New ${what.toLowerCase()}`,
  search: 'Quick search',
  submit: 'Search',
  searchAll: 'Search all',
  clear: 'Clear the words',
  all: 'All',
  from: (what) => `${what}: from`,
  to: (what) => `${what}: to`,
  filterNeeded: (name) => `Choose ${name.toLowerCase()} to see the list`,
  total: (count) => `Total ${isolate(count)}`,
  empty: 'No items in list!',
  nothing: 'No results found!',
  clearAll: 'Clear the search',
  failed: 'The list could not be fetched',
  loading: 'Loading…',
  blank: 'empty',
  columns: 'Columns',
  columnsAgain: 'Columns as they were',
  columnFilters: 'Search in columns',
  filterIn: (column) => `Search in ${column}`,
  keys: 'The arrow keys move between the cells. Enter edits, Escape leaves. Shift and an arrow on a heading change the width of its column.',
  actions: 'Actions',
  actionsOf: (what) => `Actions for ${isolate(what)}`,
  view: 'View',
  edit: 'Edit',
  remove: 'Delete',
  read: 'Read the text',
  rows: {
    choose: (what) => `Choose ${isolate(what)}`,
    chooseAll: 'Choose all on this page',
    chosen: (count) => `${isolate(String(count))} chosen`,
    chooseNone: 'Choose none',
  },
  confirmRemove: 'Sure to delete?',
  removeMore: (what) => `“${isolate(what)}” will be deleted.`,
  removed: 'Deleted',
  saved: 'Saved',
  undo: 'Undo',
  undone: 'It is as it was before',
  changedElsewhere: 'This was changed elsewhere. The list has been renewed.',
  gone: 'Somebody else has deleted this record. What you typed can still be copied.',
  changedMeanwhile: (theirs) =>
    `This was changed elsewhere to “${isolate(theirs)}”. Press Enter once more to save yours, Escape to leave it so.`,

  reset: {
    act: 'Reset password',
    sure: 'Sure to reset the password?',
    more: (who) => `${isolate(who)} will be logged out on all devices.`,
    done: 'New password',
    once: 'This password is shown only this once.',
  },

  analysis: {
    analyze: 'Analyze',
    reanalyze: 'Re-analyze',
    review: 'Review',
    waits: 'Waits to be run',
    download: 'Download',
    cancel: 'Cancel the analysis',
    confirmCancel: 'Sure to cancel the analysis?',
    markAsNonChargeable: 'Mark as non-chargeable',
    confirmMark: 'Sure to mark it as non-chargeable?',
    warnings: (count) => `Warnings: ${count}`,
    done: 'Done',
  },
}

export const liveEn: Shape<typeof liveDv> = {
  here: 'Who has this record open now',
  edits: 'Editing:',
  views: 'Viewing:',
  offline: 'No connection to the service. Changes that others make are not seen now. Trying to connect again…',
  retry: 'Try now',
  caseChanged: 'Somebody has changed this case.',
  caseGone: 'This case is not published any more.',
  reload: 'Show it as it is now',
}
