import { dv } from '#web/platform/strings/dv.ts'
import { expect, subscriber, test } from './fixtures.ts'
import { nightly } from './nightly.ts'
import { openFilters } from './searchActions.ts'

test(
  'no keyboard button of a field is above the buttons at the bottom of the advanced search on a phone',
  nightly,
  async ({ openPage }) => {
    const page = await openPage({ user: subscriber, width: 390, height: 640, path: '/home' })
    const dialog = await openFilters(page)
    const toggles = dialog.getByRole('button', { name: dv.finding.typing.toggle })
    await expect(toggles.first()).toBeAttached()
    const layers: string[] = []
    for (const toggle of await toggles.all()) {
      // Scrolls the toggle to the height of the buttons at the bottom, unless the dialog ends before.
      const layer = await toggle.evaluate((button, target) => {
        const bottom = () => document.querySelector<HTMLElement>(target)?.getBoundingClientRect()
        const scroller = [...document.querySelectorAll<HTMLElement>('[role=dialog], [role=dialog] *')].find(
          (one) => one.scrollHeight > one.clientHeight + 1 && getComputedStyle(one).overflowY !== 'visible',
        )
        const middle = (box?: DOMRect) => (box ? (box.top + box.bottom) / 2 : 0)
        scroller?.scrollBy(0, middle(button.getBoundingClientRect()) - middle(bottom()))
        const { x, y, width, height } = button.getBoundingClientRect()
        const footer = bottom()
        if (!footer || Math.abs(middle(button.getBoundingClientRect()) - middle(footer)) > height / 2)
          return 'elsewhere'
        const top = document.elementFromPoint(x + width / 2, y + height / 2)
        return top !== null && button.contains(top) ? 'above' : 'below'
      }, '[role=dialog] button[type=submit]')
      layers.push(layer)
    }
    expect(layers).toContain('below')
    expect(layers).not.toContain('above')
  },
)
