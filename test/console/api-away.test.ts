import type { Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import { readRunningStores } from '#embedded/running-stores.ts'
import { withWindow } from '../harness/browser-page.ts'
import { startChromium } from '../harness/chromium.ts'
import { until } from '../harness/client.ts'
import { DESK, pendingRefund, signIn } from '../harness/console.ts'
import { countedLine } from '../harness/counted-line.ts'
import { killableService } from '../harness/killable-service.ts'
import { whileFrozen } from '../harness/processes.ts'
import { logInUnlimited, sharedKeys } from '../harness/service.ts'
import { spawnService } from '../harness/spawned-service.ts'
import { suite } from '../harness/suite.ts'

/** /console while the API is slow, or is killed beside another process of it. */
const test = suite('console: API that is away')
const service = killableService({ REFUND_CANCEL_WINDOW_MS: '600000', ...sharedKeys() })
const whole = await service.start()
const admin = await logInUnlimited(whole.url)
const { eventStoreUrl = '', databaseUrl = '' } = readRunningStores(service.environment.DATA_DIR!) ?? {}
const stores = { EVENTSTORE_URL: eventStoreUrl, DATABASE_URL: databaseUrl }
const beside = await spawnService({ ...service.environment, ...stores, ROLES: 'api' })
const balancer = await countedLine(beside.url)
const { url } = balancer
const browser = await startChromium()
test.after(async () => {
  await browser.close()
  balancer.end()
  beside.child.kill('SIGKILL')
  await beside.gone
  await service.stop()
})

const LOST = /Failed to load resource|net::ERR/
const SLOW_MS = 4_000

const openRefund = async (page: Page, refund_id: string) => {
  await page.goto(`${url}/console#/refunds/${refund_id}`)
  await signIn(page)
  await page.getByText('40.50 EUR').first().waitFor()
  await page.getByRole('button', { name: 'Cancel the refund' }).click()
  await page.getByLabel('Why').fill('typed by a person')
}
const send = (page: Page) => page.locator('form.action').getByRole('button', { name: 'Cancel the refund' })
const sent = (ending: string) => balancer.requested.filter(({ path }) => path.endsWith(ending)).length
const typesOf = async (refund_id: string) => {
  const { body } = await admin.get(`/events?object=${refund_id}`)
  return body.data.map(({ type }: { type: string }) => type).sort()
}

test('a slow answer: the command is sent once, however often it is pressed', async () => {
  const refund_id = await pendingRefund(admin)
  await withWindow(browser, url, DESK, async ({ page }) => {
    await openRefund(page, refund_id)
    await whileFrozen([beside.child.pid!], async () => {
      await send(page).click()
      await until(() => send(page).isDisabled(), Boolean)
      await send(page).click({ force: true })
      await page.waitForTimeout(SLOW_MS)
      assert.is(await page.getByLabel('Why').inputValue(), 'typed by a person')
      assert.is(await page.getByText('The refund is cancelled.').count(), 0, 'nothing is shown as done before it is')
    })
    await page.getByText('The refund is cancelled.').waitFor()
    await page.getByText('refund.cancelled').waitFor()
  })
  assert.is(sent(`${refund_id}/cancel`), 1)
})

test('an API that is killed under an open stream, beside another one: the page goes on there', async () => {
  const [refund_id, other] = [await pendingRefund(admin), await pendingRefund(admin)]
  await withWindow(
    browser,
    url,
    DESK,
    async ({ page, context }) => {
      await openRefund(page, refund_id)
      const list = await context.newPage()
      await list.goto(`${url}/console#/refunds`)
      const row = list.getByRole('row').filter({ hasText: other })
      await row.getByText('pending').waitFor()
      await until(
        async () => balancer.openStreams(),
        open => open === 1,
      )
      beside.child.kill('SIGKILL')
      await beside.gone
      // While the browser has no stream, another user acts at the other process.
      const cancelled = await admin.post(`/refund/${other}/cancel`, { reason: 'by another user' })
      assert.is(cancelled.status, 200, cancelled.text)
      balancer.leadTo(whole.url)
      await row.getByText('cancelled').waitFor()
      await until(
        async () => balancer.openStreams(),
        open => open === 1,
      )
      assert.is(await page.getByLabel('Why').inputValue(), 'typed by a person')
      await send(page).click()
      await page.getByText('The refund is cancelled.').waitFor()
      await list.getByRole('row').filter({ hasText: refund_id }).getByText('cancelled').waitFor()
    },
    LOST,
  )
  for (const id of [refund_id, other]) assert.equal(await typesOf(id), ['refund.cancelled', 'refund.created'])
})

test.run()
