import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import { screenshotFolder, withWindow } from '../harness/browser-page.ts'
import { until } from '../harness/client.ts'
import { DESK, heading, pendingRefund, signIn, startConsole } from '../harness/console.ts'
import { HOSTILE, looksIn } from '../harness/console-looks.ts'
import { suite } from '../harness/suite.ts'

/** /console's pages of the audit as an auditor has them. */
const test = suite('console: audit')
const started = await startConsole({ CHECKPOINT_EVERY_MS: '200' })
const { service, url, browser } = started
test.after(() => started.end())
const assertLooks = looksIn(screenshotFolder('console'))

/** Types of the readings by this user, as the audit recorded them, oldest first. */
async function readingsOf(actor: string): Promise<string[]> {
  const { body } = await service.admin.get(`/audit/search?family=reads&actor=${actor}&limit=100`)
  return body.data.map(({ type }: { type: string }) => type).reverse()
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('an auditor searches, reads a record at any time and what followed; a reading happens on a press alone', async () => {
  const refund_id = await pendingRefund(service.admin, HOSTILE)
  await service.admin.post(`/refund/${refund_id}/cancel`, { reason: HOSTILE.slice(0, 300) })
  const auditor = await started.user('auditor')
  await service.admin.send('PATCH', '/api/auth/me', { display_name: 'Grace Hopper' })
  await withWindow(browser, url, DESK, async ({ page }) => {
    await page.goto(`${url}/console#/audit?object=${refund_id}`)
    await signIn(page, auditor)
    await heading(page, 'Audit')
    await page.getByText('Fill in what you know').waitFor()
    assert.is(await page.getByLabel('Record', { exact: true }).inputValue(), refund_id)
    await page.getByLabel('Kind of record').selectOption('refunds')
    assert.equal(await readingsOf(auditor.id), [], 'a search that is typed is not sent')
    await press(page, 'Search')
    await page.getByText('2 events', { exact: true }).waitFor()
    assert.match(page.url(), /object=rf_.*family=refunds|family=refunds.*object=rf_/)
    await assertLooks(page, 'audit-search')

    await page.getByRole('link', { name: refund_id }).last().click()
    await heading(page, 'Record')
    await page.goBack()
    await page.getByText('2 events', { exact: true }).waitFor()
    await page.goForward()
    await heading(page, 'Record')
    assert.equal(await readingsOf(auditor.id), ['HistorySearched'], 'going back reads nothing')

    await press(page, 'Read the history')
    await page.getByText('The chain of hashes is intact.').waitFor()
    await page.getByText('State after event 1 of 2').waitFor()
    await page.getByRole('link', { name: 'Grace Hopper' }).waitFor()
    const slider = page.getByRole('slider')
    await slider.press('ArrowRight')
    await page.getByText('State after event 2 of 2').waitFor()
    await page.getByText('RefundCancelled', { exact: true }).waitFor()
    await slider.press('ArrowLeft')
    await page.evaluate('dispatchEvent(new Event("focus")); document.dispatchEvent(new Event("visibilitychange"))')
    assert.equal(await readingsOf(auditor.id), ['HistorySearched', 'RecordRead'], 'the slider reads nothing')
    await assertLooks(page, 'audit-record')

    await page.getByLabel('As of (your time)').fill('2020-01-01T00:00:00')
    await press(page, 'Read it again')
    await page.getByText('The record did not exist then').waitFor()
    await page.getByLabel('As of (your time)').fill('')
    await press(page, 'Read it again')
    await page.getByText('State after event').waitFor()

    await slider.press('End')
    await page.getByText('RefundCancelled', { exact: true }).waitFor()
    await page.locator('a[href^="#/audit/requests/"]').click()
    await heading(page, 'What followed from a request')
    await press(page, 'Read what followed')
    await page.locator('.consequences').getByText('RefundCancelled').waitFor()
    await assertLooks(page, 'audit-request')
    const all = ['HistorySearched', 'RecordRead', 'RecordRead', 'RecordRead', 'HistorySearched']
    assert.equal(await readingsOf(auditor.id), all)
    assert.is(await page.evaluate('window.hacked'), undefined)
    assert.is(await page.locator('img').count(), 0)
  })
})

test('a proof is verified in the browser, and a changed one is refused; the status is no reading', async () => {
  const refund_id = await pendingRefund(service.admin)
  const auditor = await started.user('auditor')
  await until(
    () => service.admin.get(`/audit/refunds/${refund_id}/proof`),
    ({ status, body }) => status === 200 && body.uncovered_events === 0,
  )
  await withWindow(browser, url, DESK, async ({ page }) => {
    await page.goto(`${url}/console#/audit/refunds/${refund_id}`)
    await signIn(page, auditor)
    await heading(page, 'Record')
    await press(page, 'Read the history')
    await press(page, 'Read and verify the proof')
    await page.getByText(/^valid/).waitFor()
    await page.getByText('the same hash').waitFor()
    await assertLooks(page, 'audit-proof')
    await page.route('**/proof', async route => {
      const answer = await route.fetch()
      const proof = await answer.json()
      await route.fulfill({ response: answer, json: { ...proof, checkpoint: { ...proof.checkpoint, events: 1 } } })
    })
    await press(page, 'Read and verify it again')
    await page.getByText('The checkpoint is not as it was signed.').waitFor()
    await page.getByText('invalid', { exact: true }).waitFor()
    assert.equal(await readingsOf(auditor.id), ['RecordRead', 'RecordRead', 'RecordRead'])
    await page.getByRole('link', { name: 'Status' }).click()
    await heading(page, 'Status of the audit')
    await page.getByText('The event store was not verified yet.').waitFor()
    await page.getByText('Events that it covers').waitFor()
    await assertLooks(page, 'audit-status')
    assert.is((await readingsOf(auditor.id)).length, 3)
    assert.is(await page.getByRole('link', { name: 'Erasures' }).count(), 0)
  })
})

test('an export is written as it comes, to the disk or to the memory, and is verified', async () => {
  const auditor = await started.user('auditor')
  await withWindow(
    browser,
    url,
    DESK,
    async ({ page }) => {
      // The dialog of the browser can't be pressed by a test; the file is a real one, of the browser's own storage.
      await page.addInitScript(
        `window.showSaveFilePicker = async ({ suggestedName }) =>
          (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true })`,
      )
      await page.goto(`${url}/console#/audit/export?family=users&from=2030-01-01T00:00:00Z&to=2020-01-01T00:00:00Z`)
      await signIn(page, auditor)
      await heading(page, 'Export of the audit')
      await press(page, 'Export')
      await page.getByRole('alert').getByText('must be before to').waitFor()
      await press(page, 'Remove filters')
      assert.equal(await readingsOf(auditor.id), [])
      await press(page, 'Export')
      await page.getByText('The export is complete').waitFor()
      await assertLooks(page, 'audit-export')
      const file = String(
        await page.evaluate(
          `(async () => (await (await (await navigator.storage.getDirectory())
            .getFileHandle('audit-export.ndjson')).getFile()).text())()`,
        ),
      )
      assert.is(JSON.parse(file.trim().split('\n').at(-1) ?? '').format, 'audit-export/1')
      await page.evaluate('window.showSaveFilePicker = undefined')
      const downloading = page.waitForEvent('download')
      await page.getByLabel('Format').selectOption('csv')
      await press(page, 'Export')
      const download = await downloading
      assert.is(download.suggestedFilename(), 'audit-export.csv')
      await page.getByRole('link', { name: 'Verify the file' }).click()
      await heading(page, 'Verify an export')
      const verify = async (name: string, content: Buffer) => {
        await page.getByLabel('File of an export').setInputFiles({ name, mimeType: '', buffer: content })
        await press(page, 'Verify')
      }
      await verify('audit-export.csv', readFileSync(await download.path()))
      await page.getByText(/^valid/).waitFor()
      await assertLooks(page, 'audit-verify')
      await verify('audit-export.ndjson', Buffer.from(file))
      await page.getByText('audit-export.ndjson is as this service signed it.').waitFor()
      await verify('changed.ndjson', Buffer.from(file.replace('"role":"admin"', '"role":"other"')))
      await page.getByText('its hash does not match its contents').waitFor()
      await verify('short.ndjson', Buffer.from(file.slice(0, file.indexOf('\n') + 1)))
      await page.getByText('short.ndjson is not as this service signed it.').waitFor()
      assert.equal(await readingsOf(auditor.id), ['EventsExported', 'EventsExported'])
    },
    /Failed to load resource/,
  )
})

test('a search keeps no e-mail address, and says what is wrong with a filter', async () => {
  const auditor = await started.user('auditor')
  await withWindow(
    browser,
    url,
    DESK,
    async ({ page }) => {
      await page.goto(`${url}/console#/audit?type=Nothing&cursor=forged`)
      await signIn(page, auditor)
      await heading(page, 'Audit')
      await press(page, 'Search')
      await page.getByRole('alert').getByText('is not a type of event').waitFor()
      await press(page, 'Remove filters')
      assert.is(await page.getByRole('alert').count(), 0)
      await page.getByLabel('Actor').fill('someone@bank.example')
      await press(page, 'Search')
      await page.getByRole('alert').getByText('An e-mail address or a phone number does not belong there').waitFor()
      assert.not.match(page.url(), /bank\.example/)
      await page.getByLabel('Actor').fill('usr_of-no-one')
      await press(page, 'Search')
      await page.getByText('No event matches.').waitFor()
      await press(page, 'Remove filters')
      assert.is(await page.getByLabel('Actor').inputValue(), '')
    },
    /Failed to load resource/,
  )
  assert.equal(await readingsOf(auditor.id), ['HistorySearched'], 'a search that was refused is no reading')
})

test('pages of a search and of a history are read once each', async () => {
  const refund_id = await pendingRefund(service.admin)
  await service.admin.post(`/refund/${refund_id}/cancel`, { reason: 'a mistake' })
  const auditor = await started.user('auditor')
  await withWindow(browser, url, DESK, async ({ page }) => {
    // Pages of one event, so that two events have two.
    await page.route(/\/audit\/(search|refunds)/, route => {
      const address = new URL(route.request().url())
      address.searchParams.set('limit', '1')
      return route.continue({ url: address.href })
    })
    await page.goto(`${url}/console#/audit?object=${refund_id}&family=refunds`)
    await signIn(page, auditor)
    await press(page, 'Search')
    const shown = (type: string) => page.getByText(type, { exact: true }).waitFor()
    await shown('RefundCancelled')
    await press(page, 'Older events')
    await shown('RefundRequested')
    await press(page, 'Newer events')
    await shown('RefundCancelled')
    await press(page, 'Older events')
    await shown('RefundRequested')
    assert.is(await page.getByRole('button', { name: 'Older events' }).count(), 0)
    await page.getByRole('link', { name: refund_id }).click()
    await press(page, 'Read the history')
    await shown('RefundRequested')
    await press(page, 'Newer 200')
    await shown('RefundCancelled')
    await press(page, 'Older 200')
    await shown('RefundRequested')
    await press(page, 'Newer 200')
    await shown('RefundCancelled')
  })
  const all = ['HistorySearched', 'HistorySearched', 'RecordRead', 'RecordRead']
  assert.equal(await readingsOf(auditor.id), all)
})

test.run()
