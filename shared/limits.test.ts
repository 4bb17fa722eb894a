import { expect, test } from 'vitest'
import { limits } from './limits.ts'

test('the limits that the specification names have its values', () => {
  expect(limits).toMatchObject({
    list: {
      page_size: 10,
      grid_height_px: 650,
      row_height_px: 55,
      actions_width_px: 170,
      lookup_debounce_ms: 300,
      resize_debounce_ms: 200,
      overlay_ms: 250,
    },
    phrase: { short_meaning: 225 },
    avatar_px: 120,
    search: { page_size: 12, min_letters: 3 },
    request: { timeout_ms: 120_000 },
    session: { refresh_minutes: 25 },
    reader: { copy_letters: 500 },
    toast: { visible_ms: 5000, extended_ms: 1000 },
    top_menu_below_px: 992,
    notification: { panel_height_px: 230 },
  })
})
