import { existsSync } from 'node:fs'

/** Debian's programs. The headless shell takes a sixth less time than the whole browser; each runs the tests. */
const programs = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** How the tests and the benchmarks start the browser. */
export const launchOptions = {
  executablePath: process.env['CHROMIUM'] ?? programs.find((program) => existsSync(program)) ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}
