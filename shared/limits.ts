/** Every number of the specification, named. Where a number is ours, the line says so. */
export const limits = {
  search: {
    page_size: 12,
    min_letters: 3,
    /** Ours: a longer query is refused, unless it is a passage: so many words as they stand in a text. */
    max_letters: 1000,
    passage_words: 40,
    passage_letters: 10_000,
    /** Ours: `count` is exact up to here in lists. */
    exact_count: 10_000,
    /** Ours: of more matches than this only the newest are ranked; the count stays exact. */
    ranked: 20_000,
    /** Ours: so many values of a facet are shown, and those that are chosen. */
    facet_values: 12,
    /** Ours: of what is typed into a filter, and of what is chosen in one. */
    number_letters: 64,
    party_letters: 200,
    chosen: 50,
    /** Ours: the years of closing that may be asked for. */
    first_year: 1900,
    last_year: 2200,
    /** Ours: so many suggestions at a time. */
    suggestions: 10,
    /** Ours: with fewer results than this another spelling is looked for. */
    few_results: 3,
    /** Ours: more matches than this are divided by facets only when these are asked for alone. */
    facets_at_once: 250_000,
    /** Ours: the words of a query may stand in so many rows together, or in twice the library; the most frequent are left out. */
    rows_per_query: 500_000,
    /** Ours: by so many words and phrases of a query, and so many that it was read as, passages are chosen and marked on a card; in the judgment itself all are. */
    marked: 24,
    /** Ours: all words that are to be near others may stand in so many rows together; what stands in more is looked for anywhere in a case, and ranked by nearness. */
    rows_near: 80_000,
    /** Ours: so deep a page is refused, nobody reads there. */
    max_page: 100_000,
    /** Ours: brackets inside brackets, words, and words with a star of one query. */
    max_depth: 64,
    max_terms: 200,
    max_stars: 4,
    /** Ours: a word with a star has at least so many letters before it. */
    min_star_letters: 2,
    /** Ours: cases that a written number may mean, or that are near it. */
    number_candidates: 6,
    /** Ours: no answer waits longer for what was deleted or unpublished to leave the index. */
    taken_back_ms: 5000,
    /** Ours: how many words apart `w/5` may ask for; the index keeps paragraphs further apart than this. */
    max_near: 60,
    /** Ours: pairs that `(a OR b) w/5 (c OR d)` may ask for. */
    max_near_choices: 100,
  },
  /** Ours: what is kept of searches, and how many of them may wait to be written before more are let go. */
  traces: { kept_days: 90, waiting: 1000 },
  reader: {
    copy_letters: 500,
    /** Ours: copies a reader may take in an hour. */
    copies_per_hour: 60,
    /** Ours: no judgment has so many blocks; an address that names a later one names none. */
    max_blocks: 1_000_000,
  },
  list: {
    page_size: 10,
    grid_height_px: 650,
    row_height_px: 55,
    actions_width_px: 170,
    lookup_debounce_ms: 300,
    resize_debounce_ms: 200,
    reselected_ms: 50,
    /** How long the veil over a list stays after its rows have come. */ veil_ms: 250,

    /** Ours */ whole: 500,
    /** Ours: words and letters of a search in a list, more are refused; pages are counted up to here, behind them a search must be narrowed. */
    words: 12,
    query_letters: 200,
    max_page: 1001,
    max_page_size: 100,
    search_debounce_ms: 300,
    /** Ours: choices that a lookup sends at once. */
    choices: 50,
    /** Ours: entries of a record's history that are told. */ history: 100,
  },
  /** Ours: entries of a repeater or of a select of many. */
  form: { rows: 200, chosen: 500, richtext_letters: 200_000, number: 1_000_000_000 },
  /** Ours: of a judgment's text: names of its notes and rows, one note, an address, and the number of a paragraph. */
  document: { letters: 2_000_000, key_letters: 200, note_letters: 20_000, link_letters: 2000, paragraph: 1_000_000 },
  phrase: { short_meaning: 225 },
  password: { min: 12, max: 128 },
  person: {
    /** Ours */ name_letters: 120,
    /** Ours: of a picture in base64, about 200 KiB. */ avatar_base64: 280_000,
    /** Ours: the side of a person's own picture, a square. */ picture_px: 240,
    /** Ours: of a file that such a picture is made of. */ picture_file_bytes: 20_971_520,
    /** Ours: the longer side of a picture. */ avatar_px: 1024,
  },
  /** One-time codes and the steps they belong to. */
  code: {
    digits: 6,
    minutes: 10,
    tries: 5,
    /** Ours: wrong tries of one e-mail in a day, with whatever references. */
    tries_of_day: 20,
    reset_minutes: 30,
    /** Ours: a first password ends. */ first_password_hours: 72,
    /** Ours: so long the web waits before it offers to send a code again. */ resend_seconds: 60,
  },
  request: {
    timeout_ms: 120_000,
    /** Ours */ body_bytes: 1_048_576,
    /** Ours: of a call that may bring a judgment's text. */ document_bytes: 8_388_608,
    /** Ours: the address of a search holds its passage, each letter of Thaana as six. */ header_bytes: 98_304,
  },
  session: {
    token_lifetime_minutes: 60,
    refresh_minutes: 25,
    /** Ours: a session without "remember me" ends after this, however active. */
    absolute_hours: 12,
    remember_days: 30,
    /** Ours: the token before the newest still opens doors for tabs that are a moment behind. */
    grace_seconds: 30,
    /** Ours: without "remember me" a session that nobody uses ends. */
    idle_minutes: 60,
    /** Ours: of what a browser calls itself. */ user_agent_letters: 400,
  },
  file: {
    /** Ours: an address of a file ends. */ link_seconds: 300,
    pdf_bytes: 50 * 1024 ** 2,
    picture_bytes: 10 * 1024 ** 2,
    /** Ours */ office_bytes: 20 * 1024 ** 2,
    /** Ours */ picture_pixels: 40_000_000,
    /** Ours: of a docx or xlsx, which is a zip: what is in it, unpacked, and how many times larger than packed. */
    zip: { entries: 1000, bytes: 200 * 1024 ** 2, ratio: 100 },
    /** Ours: longer names are shortened, their ending stays. */ name_letters: 200,
    /** Ours: an upload that no record was saved with goes away. */ temp_hours: 24,
    /** Ours: a file that nothing refers to any more goes away; a backup of the database finds its files for so long. */ let_go_days: 30,
    /** Ours: so many files are looked at, or taken away, at once, and so many are taken away in a night. */
    swept_at_once: 500,
    swept: 10_000,
  },
  /** Ours: of a socket and its channels. */
  live: {
    frame_bytes: 65_536,
    channels: 20,
    messages_per_second: 10,
    /** So many at once, as after a connection that broke. */ messages_at_once: 30,
    activity_seconds: 120,
    pong_seconds: 30,
    /** Who joins nothing for so long keeps no place. */ stranger_seconds: 30,
    /** A ticket to a channel ends. */ ticket_seconds: 60,
    /** What a slow reader may leave unread before it is dropped. */ unread_bytes: 1_048_576,
    /** Sending holds one turn of the process for so long. */ turn_ms: 10,
    /** What was missed is told again for so long. */ kept_minutes: 60,
    /** More than so much is not told again: the list is loaded anew. */ missed: 500,
    sockets: 20_000,
    sockets_per_session: 20,
    /** Who looks at a record through a socket outside is believed so much longer than through one of ours; hidden tabs say it once a minute. */ present_outside_seconds: 70,
    /** An outside broadcaster answers, or is asked anew. */ outside_ms: 5000,
  },
  /** As Pusher has them. */
  broadcaster: { name_letters: 200, channels: 100, batch: 10, data_bytes: 10_240 },
  toast: { visible_ms: 5000, extended_ms: 1000 },
  avatar_px: 120,
  notification: {
    panel_height_px: 230,
    /** Ours: in the panel; the rest is on the page. */ in_panel: 8,
    /** Ours: that are marked as read by one call. */ read_at_once: 100,
    /** Ours: an older one is forgotten. */ kept_days: 90,
    /** Ours: so many of one person are kept, the newest. */ kept: 500,
    /** Ours: days before its end on which a subscription is told of. */ ending_days: [7, 1],
    /** Ours: of a name that a notification carries; the rest is cut off. */ name_letters: 200,
  },
  top_menu_below_px: 992,
  envelope: { /** Ours: longer answers are deflated before they are sealed. */ deflate_above_bytes: 1024 },
} as const
