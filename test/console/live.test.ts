import type { Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import { withWindow } from '../harness/browser-page.ts'
import { startChromium } from '../harness/chromium.ts'
import { type Client, logIn, until } from '../harness/client.ts'
import { DESK, heading, pendingRefund, signIn } from '../harness/console.ts'
import { countedLine } from '../harness/counted-line.ts'
import { killableService } from '../harness/killable-service.ts'
import { ADMIN, logInUnlimited } from '../harness/service.ts'
import { suite } from '../harness/suite.ts'

/** Pages of /console that show what happens while they are open. */
const test = suite('console: live')
const service = killableService({ REFUND_CANCEL_WINDOW_MS: '600000' })
let running = await service.start()
const line = await countedLine(running.url)
const { url } = line
const admin = await logInUnlimited(url)
const browser = await startChromium()
test.after(async () => {
  await browser.close()
  line.end()
  await service.stop()
})

const LOST = /Failed to load resource|net::ERR/

const cancel = async (by: Client, id: string) => {
  const { status, text } = await by.post(`/refund/${id}/cancel`, { reason: 'the customer asks for it' })
  assert.is(status, 200, text)
}

const open = async (page: Page, place: string) => {
  await page.goto(`${url}/console#${place}`)
}

const untilStreams = (count: number) =>
  until(
    async () => line.openStreams(),
    open => open === count,
  )

/** Headless Chromium shows every tab: the test sets what a tab learns of its visibility. */
const setVisible = (page: Page, is: 'visible' | 'hidden') =>
  page.evaluate(
    `Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => '${is}' });
     document.dispatchEvent(new Event('visibilitychange'))`,
  )

test('two tabs show an event over one stream, and nothing that a person does is disturbed', async () => {
  const [first, second] = [await pendingRefund(admin), await pendingRefund(admin)]
  await withWindow(browser, url, DESK, async ({ page, context }) => {
    await open(page, `/refunds/${first}`)
    await signIn(page)
    await heading(page, 'Refund')
    const list = await context.newPage()
    await open(list, '/refunds')
    const row = list.getByRole('row').filter({ hasText: first })
    await row.getByText('pending').waitFor()
    await untilStreams(1)
    await page.getByRole('button', { name: 'Cancel the refund' }).click()
    await page.getByLabel('Why').fill('typed and not sent')
    // What the beginning of the stream had read again is over.
    await until(
      async () => line.requested.filter(({ path }) => path.startsWith('/refund/')).at(-1)!.atMs,
      atMs => performance.now() - atMs > 4_000,
    )
    const before = performance.now()
    await cancel(admin, first)
    await page.getByText('refund.cancelled').waitFor()
    await page.locator('.status-cancelled').waitFor()
    await row.getByText('cancelled').waitFor()
    const tookMs = performance.now() - before
    assert.ok(tookMs < 30_000, `an event is shown without waiting for the next minute: ${Math.round(tookMs)} ms`)
    console.log(`shown in two tabs after ${Math.round(tookMs)} ms`)
    assert.is(line.openStreams(), 1)
    assert.is(await page.getByLabel('Why').inputValue(), 'typed and not sent')
    assert.is(await page.evaluate('document.activeElement.name'), 'reason', 'the focus stays')
    // The person is in the list: it keeps its rows, and says that there is more.
    await list.getByRole('link', { name: second }).focus()
    await cancel(admin, second)
    await list.getByText('it may have changed since then').waitFor()
    await list.getByRole('row').filter({ hasText: second }).getByText('pending').waitFor()
    assert.is(await list.evaluate('document.activeElement.textContent'), second)
    await list.getByRole('button', { name: 'Show it as it is now' }).click()
    await list.getByRole('row').filter({ hasText: second }).getByText('cancelled').waitFor()
    assert.equal(
      line.requested.filter(({ path }) => path.startsWith('/audit')),
      [],
      'nothing of the audit is read',
    )
  })
})

test('an event that came just before a list is opened is shown in it, although its first reading was without it', async () => {
  const refund_id = await pendingRefund(admin)
  await withWindow(browser, url, DESK, async ({ page }) => {
    await open(page, `/refunds/${refund_id}`)
    await signIn(page)
    await heading(page, 'Refund')
    await untilStreams(1)
    let readings = 0
    await page.route('**/refund/list*', async request => {
      const answer = await request.fetch()
      const { data, ...page } = await answer.json()
      readings += 1
      const before = { status: 'pending', cancellation_reason: null }
      const stale = data.map((row: object) => ({ ...row, ...before }))
      await request.fulfill({ response: answer, json: { ...page, data: readings === 1 ? stale : data } })
    })
    // Over the list it would have the list keep its rows.
    await page.mouse.move(0, 0)
    // A person would need luck for this moment.
    await page.evaluate(`new MutationObserver((_, observer) => {
      if (!document.querySelector('.events')?.textContent.includes('refund.cancelled')) return
      observer.disconnect()
      location.hash = '#/refunds'
    }).observe(document.body, { childList: true, subtree: true, characterData: true })`)
    await cancel(admin, refund_id)
    await heading(page, 'Refunds')
    await page.getByRole('row').filter({ hasText: refund_id }).getByText('cancelled').waitFor()
    assert.ok(readings >= 2)
  })
})

test('while all tabs are hidden there is no stream; what happened then is shown when one is visible', async () => {
  const refund_id = await pendingRefund(admin)
  await withWindow(browser, url, DESK, async ({ page, context }) => {
    await open(page, `/refunds/${refund_id}`)
    await signIn(page)
    const other = await context.newPage()
    await open(other, '/webhooks')
    await heading(other, 'Webhooks')
    await untilStreams(1)
    await setVisible(other, 'hidden')
    await setVisible(page, 'hidden')
    await untilStreams(0)
    await cancel(admin, refund_id)
    await setVisible(page, 'visible')
    await page.locator('.status-cancelled').waitFor()
    await page.getByText('refund.cancelled').waitFor()
    assert.is(line.openStreams(), 1)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await untilStreams(0)
  })
})

test('a service that is killed and started again: the page says so, goes on, and misses nothing', async () => {
  const refund_id = await pendingRefund(admin)
  await withWindow(
    browser,
    url,
    DESK,
    async ({ page }) => {
      await open(page, `/refunds/${refund_id}`)
      await signIn(page)
      await page.getByText('40.50 EUR').first().waitFor()
      await untilStreams(1)
      running.child.kill('SIGKILL')
      await running.gone
      await page.getByText('Not live since').waitFor()
      await page.getByText('40.50 EUR').first().waitFor()
      running = await service.start()
      const again = await logIn(running.url, ADMIN.email, ADMIN.password)
      await cancel(again, refund_id)
      line.leadTo(running.url)
      await page.getByText('refund.cancelled').waitFor()
      await page.locator('.status-cancelled').waitFor()
      await until(
        () => page.getByText('Not live since').count(),
        count => count === 0,
      )
    },
    LOST,
  )
})

test.run()
