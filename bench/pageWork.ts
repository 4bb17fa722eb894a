import type { Page } from 'playwright-core'

/**
 * What the main thread of a page has worked since it began, in seconds of the processor: other programs of the machine
 * do not lengthen it.
 */
export async function watchWork(page: Page): Promise<() => Promise<number>> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
  }
}
