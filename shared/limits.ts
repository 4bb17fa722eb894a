/** Every number of the specification, named. Where a number is ours, the line says so. */
export const limits = {
  search: {
    page_size: 12,
    min_letters: 3,
    /** Ours: a longer query is refused. */
    max_letters: 1000,
    /** Ours: `count` is exact up to here in lists. */
    exact_count: 10_000,
    /** Ours: of more matches than this only the newest are ranked; the count stays exact. */
    ranked: 20_000,
    /** Ours: so many values of a facet are shown, and those that are chosen. */
    facet_values: 12,
    /** Ours: so many suggestions at a time. */
    suggestions: 10,
    /** Ours: with fewer results than this another spelling is looked for. */
    few_results: 3,
    /** Ours: more matches than this are divided by facets only when these are asked for alone. */
    facets_at_once: 250_000,
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
  list: { page_size: 10, grid_height_px: 650, row_height_px: 55, actions_width_px: 170, /** Ours */ whole: 500 },
  phrase: { short_meaning: 225 },
  password: { min: 12, max: 128 },
  request: { timeout_ms: 120_000, /** Ours */ body_bytes: 1_048_576 },
  session: {
    token_lifetime_minutes: 60,
    refresh_minutes: 25,
    /** Ours: a session without "remember me" ends after this, however active. */
    absolute_hours: 12,
    remember_days: 30,
  },
  toast: { visible_ms: 5000, extended_ms: 1000 },
  avatar_px: 120,
  notification: { panel_height_px: 230 },
  top_menu_below_px: 992,
  envelope: { /** Ours: longer answers are deflated before they are sealed. */ deflate_above_bytes: 1024 },
} as const
