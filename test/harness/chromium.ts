import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

/**
 * As root and in a container there is neither a sandbox nor a GPU; nothing else than the page under test may ask for
 * anything.
 */
const ARGS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
]

/** Debian's Chromium, with a profile of its own that goes when it ends. */
export async function startChromium(): Promise<Browser> {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const executablePath = folders.map(folder => join(folder, 'chromium')).find(existsSync)
  if (executablePath === undefined) throw new Error('chromium (apt package chromium) is not installed')
  return chromium.launch({ executablePath, args: ARGS })
}
