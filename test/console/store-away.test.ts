import * as assert from 'uvu/assert'
import { startTestNode } from '../edge/eventstore/harness.ts'
import { withWindow } from '../harness/browser-page.ts'
import { DESK, pendingRefund, signIn, startConsole } from '../harness/console.ts'
import { processesIn, whileFrozen } from '../harness/processes.ts'
import { suite } from '../harness/suite.ts'

/** /console while a store is silent: commands and readings are answered 503. */
const test = suite('console: a store that is away')
const node = await startTestNode()
const { service, url, browser, end } = await startConsole({ EVENTSTORE_URL: node.url })
test.after(async () => {
  await end()
  await node.dispose()
})

const UNAVAILABLE = /Failed to load resource: the server responded with a status of 503/

test('the event store falls silent: what was typed stays, and the command is done once', async () => {
  const refund_id = await pendingRefund(service.admin)
  await withWindow(
    browser,
    url,
    DESK,
    async ({ page }) => {
      await page.goto(`${url}/console#/refunds/${refund_id}`)
      await signIn(page)
      await page.getByText('40.50 EUR').first().waitFor()
      await page.getByRole('button', { name: 'Cancel the refund' }).click()
      await page.getByLabel('Why').fill('typed by a person')
      const send = page.locator('form.action').getByRole('button', { name: 'Cancel the refund' })
      await whileFrozen([node.pid()], async () => {
        await send.click()
        await page.getByText('It is not known whether this was done.').waitFor()
        await page
          .getByText(/SERVICE_UNAVAILABLE/)
          .first()
          .waitFor()
        assert.is(await page.getByLabel('Why').inputValue(), 'typed by a person')
        assert.ok((await page.getByText('40.50 EUR').count()) > 0, 'the record stays')
        assert.is(await page.getByText('The refund is cancelled.').count(), 0)
      })
      await page.getByRole('button', { name: 'Reload' }).click()
      if (await send.isVisible()) await send.click()
      await page.getByText('refund.cancelled').waitFor()
    },
    UNAVAILABLE,
  )
  const { body } = await service.admin.get(`/events?object=${refund_id}`)
  const types = body.data.map(({ type }: { type: string }) => type).sort()
  assert.equal(types, ['refund.cancelled', 'refund.created'])
})

test('PostgreSQL falls silent: the list stays, and is read again afterwards', async () => {
  const refund_id = await pendingRefund(service.admin)
  await withWindow(
    browser,
    url,
    DESK,
    async ({ page }) => {
      await page.goto(`${url}/console#/refunds`)
      await signIn(page)
      const row = page.getByRole('row').filter({ hasText: refund_id })
      await row.waitFor()
      const isOld = page.getByText('The list below is older: it could not be read again.')
      await whileFrozen(processesIn(service.environment.DATA_DIR!, 'postgres'), async () => {
        await page.getByRole('button', { name: 'Reload' }).click()
        await isOld.waitFor()
        assert.is(await row.count(), 1)
      })
      await page.getByRole('button', { name: 'Reload' }).click()
      await isOld.waitFor({ state: 'detached' })
      assert.is(await row.count(), 1)
    },
    UNAVAILABLE,
  )
})

test.run()
