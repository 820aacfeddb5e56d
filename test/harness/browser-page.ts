import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AxeResults } from 'axe-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import * as assert from 'uvu/assert'

export const COLOR_SCHEMES = ['light', 'dark'] as const
export type Look = { width: number; height: number; scheme: (typeof COLOR_SCHEMES)[number] }

/** Some seconds on a machine of its own; on one that others keep busy it takes many times as long. */
const SHOWN_MS_MAX = 90_000
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Where screenshots of a page are left to be looked at. */
export function screenshotFolder(name: string): string {
  const folder = join(process.env.CI_OUTPUT ?? join(tmpdir(), 'security-service-output'), name)
  mkdirSync(folder, { recursive: true })
  console.log(`screenshots in ${folder}`)
  return folder
}

type Opened = { page: Page; context: BrowserContext }

/**
 * Opens a browser window of its own, hands it over, and asserts that its pages stayed with the service at `url` and had
 * nothing to complain about: no error, nothing that the policy refused. `expected` complaints are left out.
 */
export async function withWindow(
  browser: Browser,
  url: string,
  { width, height, scheme }: Look,
  use: (opened: Opened) => Promise<void>,
  expected: RegExp = /^$/,
): Promise<void> {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme })
  context.setDefaultTimeout(SHOWN_MS_MAX)
  const complaints: string[] = []
  const requested = new Set<string>()
  context.on('console', message => {
    if (message.type() === 'error' && !expected.test(message.text())) complaints.push(message.text())
  })
  context.on('weberror', error => complaints.push(String(error.error())))
  context.on('request', request => requested.add(request.url()))
  try {
    await use({ page: await context.newPage(), context })
    const elsewhere = [...requested].filter(address => !address.startsWith(`${url}/`) && address !== 'data:,')
    assert.equal(elsewhere, [], 'nothing is requested from another host')
    assert.equal(complaints, [], 'no error, nothing that the content security policy refused')
  } catch (error) {
    await leaveScreenshots(context)
    throw error
  } finally {
    await context.close()
  }
}

/** What a test that failed had before it. */
async function leaveScreenshots(context: BrowserContext): Promise<void> {
  const folder = screenshotFolder('failed')
  for (const [index, page] of context.pages().entries())
    await page
      .screenshot({ path: join(folder, `${process.pid}-${Date.now()}-${index}.png`) })
      .catch(error => console.log(`no screenshot: ${error}`))
}

/** `rules`: tags of axe; all of its rules by default. */
export async function assertAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  const options = { resultTypes: ['violations'], ...(rules === undefined ? {} : { runOnly: rules }) }
  const { violations } = (await page.evaluate(`${AXE}; axe.run(document, ${JSON.stringify(options)})`)) as AxeResults
  const grave = violations.filter(({ impact }) => rules !== undefined || impact === 'serious' || impact === 'critical')
  const found = grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
  assert.equal(found, [], 'axe')
}
