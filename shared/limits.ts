import { analysisLimits } from './analysisLimits.ts'
import { liveLimits } from './liveLimits.ts'
/** All limits by name. Those marked “Ours” are not in the specification. */
export const limits = {
  search: {
    page_size: 12,
    min_letters: 3,
    /** Ours: the maximum query length, and the word count from which a query is a pasted passage with a maximum of its own. */
    max_letters: 1000,
    passage_words: 40,
    passage_letters: 10_000,
    /** Ours: the number up to which `count` is exact in lists. */
    exact_count: 10_000,
    /** Ours: facet values shown, in addition to the chosen ones. */
    facet_values: 12,
    /** Ours: the length of a typed filter value, and the number of chosen ones. */
    number_letters: 64,
    party_letters: 200,
    chosen: 50,
    /** Ours: the range of closing years in filters. */
    first_year: 1900,
    last_year: 2200,
    /** Ours: suggestions in one response. */
    suggestions: 10,
    /** Ours: with fewer results, spelling correction runs. */
    few_results: 3,
    /** Ours: from this number of full matches on no cases with synonyms follow: they fill twenty pages. */
    synonyms_below: 240,
    /** Ours: with more matches, facets are counted only by a separate request. */
    facets_at_once: 250_000,
    /** Ours: the cost budget of scoring words by their proximity, in rows of these words; beyond half of it proximity is not scored. */
    rows_per_query: 500_000,
    /** Ours: the words and numbers of a query, and its transliterations, that snippets and cards highlight; the reader highlights all. */
    highlighted_terms: 24,
    /** Ours: the cost budget of proximity, in cases times words; beyond it the words match anywhere and proximity only ranks. */
    near_budget: 80_000,
    /** Ours: the last result page. */
    max_page: 100_000,
    /** Ours: nesting depth, terms, prefix terms of one query, and ways to write its case numbers (6 to 24 of each; further numbers as typed). */
    max_depth: 64,
    max_terms: 200,
    max_stars: 4,
    max_number_forms: 240,
    /** Ours: letters before the star of a prefix term. */
    min_star_letters: 2,
    /** Ours: candidate cases for an ambiguous or unknown case number. */
    number_candidates: 6,
    /** Ours: case numbers that one call resolves. */
    numbers_at_once: 50,
    /** Ours: the texts that stay parsed for the snippets of later searches. */
    parsed_texts_bytes: 16 * 1024 ** 2,
    /** Ours: the longest time a search waits for deleted or unpublished documents to leave the index. */
    purge_wait_ms: 5000,
    /** Ours: the maximum proximity distance in words. */
    max_near: 60,
    /** Ours: term combinations of a proximity clause such as `(a OR b) w/5 (c OR d)`. */
    max_near_choices: 100,
  },
  /** Ours: the retention of the search log, and its write queue; entries beyond it are dropped. */
  search_log: { retention_days: 90, max_queued: 1000 },
  reader: {
    copy_letters: 500,
    /** Ours: copies of one user in an hour. */
    copies_per_hour: 60,
    /** Ours: prints of one user in an hour. */
    prints_per_hour: 30,
    /** Ours: different cases and phrases that a reader opens in a day. */
    reads_per_day: 1000,
    /** Ours: the largest block number that a URL may contain. */
    max_blocks: 1_000_000,
    /** Ours: phrases of the dictionary that a text is searched for. */
    definitions: 5000,
    /** Ours: cited cases, and cases that cite one, in one response. */
    citations: 500,
    cited_by: 50,
    /** Ours: the length of a report of an error, the reports of one user in an hour, and those shown at a case. */
    report_letters: 1000,
    reports_per_hour: 10,
    shown_reports: 50,
  },
  /** Ours: the notes of a reader: sizes of one, of the text it is on, and their number on one case. */
  note: { title_letters: 200, description_letters: 5000, quote_letters: 20_000, per_case: 500 },
  /** Ours: a dismissed warning of a text: its id, the reason, and those of one text. */
  warning: { id_letters: 300, reason_letters: 300, dismissals: 5000 },
  list: {
    page_size: 10,
    grid_height_px: 650,
    row_height_px: 55,
    actions_width_px: 170,
    lookup_debounce_ms: 300,
    resize_debounce_ms: 200,
    /** The delay before the loading overlay of a list disappears. */
    overlay_ms: 250,

    /** Ours: a list with at most this many rows is sent whole. */
    unpaged_rows: 500,
    /** Ours: words and letters of a list search, and the last page of a list. */
    words: 12,
    query_letters: 200,
    max_page: 1001,
    max_page_size: 100,
    /** Ours: columns with a filter in one request. */
    filtered_columns: 50,
    search_debounce_ms: 300,
    /** Ours: choices in one lookup response. */
    choices: 50,
    /** Ours: entries of the history of a record in one response. */
    history: 100,
  },
  /** Ours: rows of a repeater, choices of a multiselect, and sizes of values; the tags are those of all rich texts of a record. */
  form: { rows: 200, chosen: 500, richtext_letters: 200_000, richtext_tags: 20_000, number: 1_000_000_000 },
  /** Ours: the largest id that a request may contain, and the largest version, which PostgreSQL stores in four bytes. */
  record: { id: 1_000_000_000_000, version: 2_147_483_647, name_letters: 60 },
  /**
   * Ours: sizes in the text of a judgment: all text, keys, one note, the description of a picture, a link, a paragraph
   * number, levels of a list, columns or rows of one cell, a page number, pieces of text with one formatting, lines, and
   * footnotes or annotations. The pieces and lines are four times those of a judgment of 1 MB.
   */
  document: {
    letters: 2_000_000,
    key_letters: 200,
    note_letters: 20_000,
    alt_letters: 1000,
    link_letters: 2000,
    paragraph: 1_000_000,
    indent: 8,
    span: 100,
    pages: 100_000,
    pieces: 25_000,
    lines: 25_000,
    notes: 5000,
  },
  phrase: { short_meaning: 225, /** Ours: the letters of a phrase. */ letters: 300 },
  password: { min: 12, max: 128 },
  person: {
    /** Ours */
    name_letters: 120,
    /** Ours: an avatar in base64, about 200 KiB. */
    avatar_base64: 280_000,
    /** Ours: the side of the square avatar that the web uploads. */
    picture_px: 240,
    /** Ours: the size of the picture file that an avatar is made from. */
    picture_file_bytes: 20_971_520,
    /** Ours: the longer side of an uploaded avatar. */
    avatar_px: 1024,
  },
  /** One-time codes and the flows that use them. */
  code: {
    digits: 6,
    minutes: 10,
    attempts: 5,
    /** Ours: wrong attempts for one e-mail address in a day, over all references. */
    attempts_per_day: 20,
    reset_minutes: 30,
    /** Ours: the lifetime of an initial password. */
    first_password_hours: 72,
    /** Ours: how long a new e-mail address can be confirmed, and a changed one reverted. */
    email_hours: 72,
    /** Ours: the wait before the web offers to resend a code. */
    resend_seconds: 60,
  },
  request: {
    timeout_ms: 120_000,
    /** Ours: when a call may be repeated that the database could not answer. */
    retry_after_seconds: 5,
    /** Ours: the maximum request body, that of guests, and that of an avatar, a rich text, or the text of a judgment. */
    body_bytes: 65_536,
    public_body_bytes: 16_384,
    picture_bytes: 300_000,
    text_bytes: 1_048_576,
    document_bytes: 8_388_608,
    /** Ours: lists, objects, keys and commas of a body above `body_bytes`, and the keys of one of its objects. */
    body_parts: 300_000,
    object_keys: 1000,
    /** Ours: bodies above `body_bytes` that are read at once; the others wait. */
    large_bodies: { total: 3, per_user: 2, wait_seconds: 10 },
    /**
     * Ours: when calls are refused, except those of signing in: the event loop is late while `calls` are in progress, too
     * many wait for each connection of the database, or none has got one for a second.
     */
    overload: {
      loop_delay_ms: 200,
      calls: 50,
      waiting_per_connection: 10,
      stalled_ms: 1000,
      retry_after_seconds: 3,
    },
    /** Ours: the URL of a search contains its passage, with six bytes for each Thaana letter. */
    header_bytes: 98_304,
    /** Ours: invalid fields that a response lists, and the letters of their names. */
    listed_errors: 20,
    field_letters: 100,
    /** Ours: how deep lists and objects are nested; no input needs half of it. */
    depth: 16,
  },
  /**
   * Ours: the recovery codes of an account, their letters, and those that may be typed, with spaces and hyphens; the passkeys
   * of an account, their names, and the sizes of what a browser sends, in base64url.
   */
  factor: {
    recovery_codes: 10,
    recovery_letters: 10,
    recovery_typed_letters: 32,
    passkeys: 10,
    name_letters: 60,
    credential_letters: 1400,
    client_data_letters: 1400,
    attestation_letters: 4000,
    signature_letters: 700,
  },
  /** Ours: personal API tokens: the length of a name, the longest lifetime, and those of one user. */
  apiToken: { name_letters: 60, days: 365, per_user: 20 },
  session: {
    token_lifetime_minutes: 60,
    refresh_minutes: 25,
    /** Ours: the maximum lifetime of a session without "remember me". */
    absolute_hours: 12,
    remember_days: 30,
    /** Ours: how long the previous token stays valid, for tabs that do not have the new one yet. */
    grace_seconds: 30,
    /** Ours: the idle timeout of a session without "remember me". */
    idle_minutes: 60,
    /** Ours: live sessions of a user; another one ends the oldest. */
    per_user: 10,
    /** Ours: stored length of a user agent. */
    user_agent_characters: 400,
  },
  /** Ours: how long a browser is known after a sign-in, and the accounts it is known for. */
  device: { days: 365, accounts: 5 },
  file: {
    /** Ours: the lifetime of a signed file link. */
    link_seconds: 300,
    pdf_bytes: 50 * 1024 ** 2,
    picture_bytes: 10 * 1024 ** 2,
    /** Ours: the maximum size of an Office file. */
    office_bytes: 20 * 1024 ** 2,
    /** Ours: the maximum pixel count of a picture. */
    picture_pixels: 40_000_000,
    /** Ours: for docx and xlsx, which are zip files: entries, unpacked size, and compression ratio. */
    zip: { entries: 1000, bytes: 200 * 1024 ** 2, ratio: 100, directory_bytes: 1024 ** 2 },
    /** Ours: segments of a JPEG that are read in search of its size. */
    jpeg_segments: 1000,
    /** Ours: all uploads of one user that no record uses yet, and the disk space that uploads leave free. */
    unsaved_bytes: 1024 ** 3,
    reserve_bytes: 1024 ** 3,
    /** Ours: longer file names are shortened; the extension stays. */
    name_letters: 200,
    /** Ours: a part, the latest change of a file in ms, the uploads in a response, and of a user at once to a process (the web: three). */
    upload: { part_bytes: 2 * 1024 ** 2, modified_ms: 8_640_000_000_000_000, listed: 500, at_once: 8 },
    /** Ours: letters of a request: the name of a file, the field that it is for, and where an import took it from. */
    sent_letters: { name: 1000, use: 120, source: 1000 },
    /** Ours: an upload that no record uses is deleted after this time. */
    temp_hours: 24,
    /** Ours: an unreferenced file is deleted after this time, so that a restored database backup still finds its files. */
    unreferenced_days: 30,
    /** Ours: how long the scan of a file takes at most, and how long an infected one is in quarantine. */
    scan_ms: 60_000,
    quarantine_days: 30,
    /** Ours: the batch size of the file sweep, and the files deleted in one night. */
    sweep_batch: 500,
    sweep_limit: 10_000,
    /**
     * Ours: an S3-compatible bucket. A call ends within `call_ms`, with all its attempts, and with a part in it within
     * `transfer_ms`; the deletion of a file, which runs under the lock of the sweep, within twice `deletion_ms`. A read fails
     * when no byte comes for `stall_ms`.
     */
    bucket: { call_ms: 8000, deletion_ms: 2000, transfer_ms: 60_000, stall_ms: 20_000, connect_ms: 3000, attempts: 3 },
    /** Ours: its connections, parts, what a check reads at once, and the files that are known to be unchanged. */
    bucket_sizes: { sockets: 200, part_bytes: 5 * 1024 ** 2, block_bytes: 64 * 1024, remembered: 10_000 },
  },
  analysis: analysisLimits,
  /** Ours: the same read of protected fields in one session is logged once in `same_read_minutes`. */
  audit: { same_read_minutes: 10 },
  live: liveLimits,
  /** Channels in one call of Pusher's HTTP API. */
  broadcaster: { channels: 100 },
  toast: { visible_ms: 5000, extended_ms: 1000 },
  avatar_px: 120,
  notification: {
    panel_height_px: 230,
    /** Ours: notifications in the panel; the page shows the rest. */
    panel_rows: 8,
    /** Ours: notifications marked as read by one call. */
    read_batch: 100,
    /** Ours: an older notification is deleted. */
    retention_days: 90,
    /** Ours: notifications stored for one user; older ones are deleted. */
    max_per_user: 500,
    /** Ours: days before the end of a subscription on which the user is notified. */
    ending_days: [7, 1],
    /** Ours: the length of a name in a notification; longer names are cut. */
    name_letters: 200,
  },
  top_menu_below_px: 992,
  envelope: {
    /** Ours: larger responses are compressed before they are encrypted, and the largest by another thread. */
    deflate_above_bytes: 1024,
    deflate_elsewhere_above_bytes: 65_536,
  },
} as const
