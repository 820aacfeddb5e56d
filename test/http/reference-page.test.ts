import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import { assertAccessible, COLOR_SCHEMES, screenshotFolder, withWindow } from '../harness/browser-page.ts'
import { startChromium } from '../harness/chromium.ts'
import { depth } from '../harness/depth.ts'
import { serverWithoutStores } from '../harness/server-without-stores.ts'
import { suite } from '../harness/suite.ts'

/** /docs as its readers have it: in a browser, on a desk and in a hand, by day and by night. */
const test = suite('reference page')
const { api, close } = await serverWithoutStores()
const url = await api.listen({ port: 0, host: '127.0.0.1' })
const browser = await startChromium()
test.after(async () => {
  await browser.close()
  await close()
})

const WIDTHS = { 1280: 900, 390: 844 } as const
/** Scalar builds the page piece by piece: it stands when nothing of it has changed for so long. */
const QUIET_MS = 500
const SETTLED_MS_MAX = 20_000
const SETTLED = `new Promise(done => {
  let timer = setTimeout(done, ${QUIET_MS})
  const later = () => { clearTimeout(timer); timer = setTimeout(done, ${QUIET_MS}) }
  new MutationObserver(later).observe(document, { childList: true, subtree: true, attributes: true })
  setTimeout(done, ${SETTLED_MS_MAX})
})`
const screenshots = screenshotFolder('docs')

type Look = { width: 1280 | 390; scheme: (typeof COLOR_SCHEMES)[number]; entry?: string }
const ENTRY = 'tag/refunds/requestRefund'

/** Opens /docs and hands it over. */
function open({ width, scheme, entry }: Look, use: (page: Page) => Promise<void>): Promise<void> {
  return withWindow(browser, url, { width, height: WIDTHS[width], scheme }, async ({ page }) => {
    await page.goto(`${url}/docs${entry === undefined ? '' : `#${entry}`}`)
    await page.locator('h1', { hasText: 'Security Service API' }).first().waitFor()
    await page.evaluate(SETTLED)
    await use(page)
  })
}

const inView = (page: Page, id: string) =>
  page.waitForFunction(
    `(() => {
      const found = document.querySelector('[id$="${id}"]')?.getBoundingClientRect()
      return found !== undefined && found.top < innerHeight / 2 && found.bottom > 0
    })()`,
  )

const NOT_WANTED = [/powered by/i, /ask ai/i, /test request/i, /api client/i, /generate (mcp|sdk)/i]

const LOOKS = ([1280, 390] as const).flatMap(width => COLOR_SCHEMES.map(scheme => ({ width, scheme })))
/** Each width and each scheme once; DEPTH=full is each width in each scheme. */
for (const { width, scheme } of LOOKS.filter((_, at) => at % depth(3, 1) === 0))
  test(`${width} pixels, ${scheme}: a link to an entry opens it, and everybody can read the page`, () =>
    open({ width, scheme, entry: ENTRY }, async page => {
      await inView(page, ENTRY)
      await page.getByText('Needs the scope').first().waitFor()
      await page.screenshot({ path: join(screenshots, `entry-${width}-${scheme}.png`) })
      for (const words of NOT_WANTED)
        assert.is(await page.getByText(words).filter({ visible: true }).count(), 0, String(words))
      await page.evaluate('scrollTo({ top: 0, behavior: "instant" })')
      await page.evaluate(SETTLED)
      await page.screenshot({ path: join(screenshots, `start-${width}-${scheme}.png`) })
      assert.match(await page.evaluate('document.body.className'), `${scheme}-mode`)
      assert.is(await page.evaluate('document.documentElement.scrollWidth'), width, 'nothing reaches over the edge')
      await assertAccessible(page)
    }))

test('a link to a chapter opens it, and so does another one on the open page', () =>
  open({ width: 1280, scheme: 'light', entry: 'description/errors' }, async page => {
    await inView(page, 'description/errors')
    await page.screenshot({ path: join(screenshots, 'chapter-1280-light.png') })
    await page.evaluate('location.hash = "tag/webhooks/createWebhook"')
    await inView(page, 'tag/webhooks/createWebhook')
  }))

test('what is searched for is found and opened', () =>
  open({ width: 1280, scheme: 'dark' }, async page => {
    await page
      .getByRole('button', { name: /search/i })
      .first()
      .click()
    await page.getByRole('combobox').fill('rotate secret')
    const first = page.getByRole('option').filter({ hasText: 'secret' }).first()
    await first.waitFor()
    await page.screenshot({ path: join(screenshots, 'search-1280-dark.png') })
    await first.click()
    await inView(page, 'tag/webhooks/rotateWebhookSecret')
  }))

test('the menu of a narrow page leads to an entry', () =>
  open({ width: 390, scheme: 'light' }, async page => {
    await page.getByRole('button', { name: /menu/i }).first().click()
    await page.getByText('Refunds', { exact: true }).filter({ visible: true }).first().click()
    await page.getByText('List refunds, newest first').filter({ visible: true }).first().waitFor()
    await page.screenshot({ path: join(screenshots, 'menu-390-light.png') })
    await assertAccessible(page)
  }))

test('an entry with a long name is no wider than a narrow page', () =>
  open({ width: 390, scheme: 'light', entry: 'tag/events/listEvents' }, async page => {
    await inView(page, 'tag/events/listEvents')
    assert.is(await page.evaluate('document.documentElement.scrollWidth'), 390)
  }))

test('snippets for curl, Node and Python carry the key and the token', () =>
  open({ width: 1280, scheme: 'light', entry: ENTRY }, async page => {
    const entry = page.locator(`[id$="${ENTRY}"]`)
    await inView(page, ENTRY)
    for (const [client, word] of [
      ['Shell Curl', 'curl'],
      ['Node.js Fetch', 'fetch('],
      ['Python Requests', 'requests.post('],
    ] as const) {
      await entry
        .getByRole('button', { name: /^(Shell|Node|Python)/ })
        .first()
        .click()
      await page
        .getByRole('option', { name: client.split(' ').at(-1)!, exact: false })
        .first()
        .click()
      const code = entry.locator('code', { hasText: word }).first()
      await code.waitFor()
      const text = await code.innerText()
      assert.match(text, 'Idempotency-Key', client)
      assert.match(text, 'Bearer', client)
    }
  }))

const KEPT = ['/openapi.json', '/asyncapi.json', '/docs', '/docs/scalar.js', '/docs/start.js', '/docs/reference.css']
const ask = (path: string, headers: Record<string, string> = {}) => api.inject({ url: path, headers })

test('the page and what belongs to it come compressed, and not again when they are known', async () => {
  for (const path of KEPT) {
    const plain = await ask(path)
    assert.is(plain.statusCode, 200, path)
    assert.is(plain.headers['content-encoding'], undefined)
    assert.is(plain.headers.vary, 'accept-encoding')
    assert.is(plain.headers['cache-control'], 'public, max-age=300')
    const brotli = await ask(path, { 'accept-encoding': 'gzip, deflate, br, zstd' })
    assert.is(brotli.headers['content-encoding'], 'br')
    assert.ok(brotliDecompressSync(brotli.rawPayload).equals(plain.rawPayload), path)
    const gzip = await ask(path, { 'accept-encoding': 'br;q=0, GZIP' })
    assert.is(gzip.headers['content-encoding'], 'gzip')
    assert.ok(gunzipSync(gzip.rawPayload).equals(plain.rawPayload), path)
    const etag = String(plain.headers.etag)
    assert.is(brotli.headers.etag, etag, 'the same for every coding')
    for (const known of [etag, `"other", ${etag}`, etag.replace('W/', ''), '*']) {
      const again = await ask(path, { 'if-none-match': known })
      assert.equal([again.statusCode, again.body, again.headers.etag], [304, '', etag], known)
    }
    for (const unknown of ['W/"other"', '""', ''])
      assert.is((await ask(path, { 'if-none-match': unknown })).statusCode, 200, unknown)
  }
  assert.is(new Set(await Promise.all(KEPT.map(async path => (await ask(path)).headers.etag))).size, KEPT.length)
})

test('scripts come from this service alone, none is inline, and none is evaluated', async () => {
  const { headers, body } = await ask('/docs')
  const policy = String(headers['content-security-policy'])
  assert.match(policy, "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self';")
  assert.not.match(policy, 'eval')
  assert.not.match(body, /<script(?! src="docs\/)/)
  assert.not.match(body, /https?:/)
  assert.match(String((await ask('/docs/start.js')).headers['content-security-policy']), "default-src 'none'")
})

test('the address alone leads to the page', async () => {
  const { statusCode, headers } = await ask('/')
  assert.equal([statusCode, new URL(String(headers.location), url).href], [302, `${url}/docs`])
})

test.run()
