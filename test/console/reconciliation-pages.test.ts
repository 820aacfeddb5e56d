import type { Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import { screenshotFolder, withWindow } from '../harness/browser-page.ts'
import { DESK, heading, pendingRefund, signIn, startConsole } from '../harness/console.ts'
import { looksIn } from '../harness/console-looks.ts'
import { suite } from '../harness/suite.ts'

/** /console's pages of reconciliation as their users have them. */
const test = suite('console: reconciliation')
const started = await startConsole()
const { service, url, browser } = started
test.after(() => started.end())
const assertLooks = looksIn(screenshotFolder('console'))
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('a statement is reconciled, and a difference resolved with a reason; an auditor only sees them', async () => {
  const refund_id = await pendingRefund(service.admin)
  const [operator, auditor] = await Promise.all([started.user('operator'), started.user('auditor')])
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
  const lines = [
    { format: 'payment-statement/1', from: hoursAgo(6), to: hoursAgo(2) },
    {
      ...{ type: 'transfer', key: `${refund_id}:0`, reference: '<img src=x>', status: 'succeeded' },
      ...{ amount: 40.5, currency: 'EUR', at: hoursAgo(4) },
    },
    { end: true, lines: 1 },
  ]
  const send = async (page: Page, text: string) => {
    await page
      .getByLabel(/^Statement/)
      .setInputFiles({ name: 'statement.ndjson', mimeType: '', buffer: Buffer.from(text) })
    await press(page, 'Compare the statement')
  }
  const text = lines.map(line => JSON.stringify(line)).join('\n')
  await withWindow(
    browser,
    url,
    DESK,
    async ({ page }) => {
      await page.goto(`${url}/console#/reconciliation`)
      await signIn(page, operator)
      await heading(page, 'Reconciliation')
      await page.getByText('No difference with the payment network is here.').waitFor()
      await page.getByRole('link', { name: 'Reconcile a statement' }).click()
      await heading(page, 'Reconcile a statement')
      await send(page, `${text}\nno line`)
      await page.getByRole('alert').getByText('nothing was compared').waitFor()
      await send(page, text)
      await page.getByText('1 difference. 1 flagged now, 0 flagged before.').waitFor()
      await assertLooks(page, 'reconciliation-report')
      await page.getByRole('link', { name: 'All differences' }).click()
      await page.getByRole('cell', { name: 'another outcome' }).waitFor()
      await press(page, 'Resolve')
      await page.getByLabel(/^What was found/).fill('The bank booked it by hand.')
      await assertLooks(page, 'reconciliation')
      await press(page, 'Resolve the difference')
      await page.getByText('No difference with the payment network is here.').waitFor()
    },
    /Failed to load resource/,
  )
  await withWindow(browser, url, DESK, async ({ page }) => {
    await page.goto(`${url}/console#/reconciliation?status=all`)
    await signIn(page, auditor)
    await page.getByRole('cell', { name: /^resolved/ }).waitFor()
    assert.is(await page.getByRole('link', { name: 'Reconcile a statement' }).count(), 0)
    await page.getByRole('link', { name: 'History' }).click()
    await press(page, 'Read the history')
    await page.getByText('The bank booked it by hand.').first().waitFor()
  })
})

test.run()
