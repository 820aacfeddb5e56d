import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { verifyWebhook } from '../../src/client/verify-webhook.ts'
import { screenshotFolder, withWindow } from '../harness/browser-page.ts'
import { until } from '../harness/client.ts'
import { DESK, heading, pendingRefund, signIn, startConsole } from '../harness/console.ts'
import { HOSTILE, looksIn } from '../harness/console-looks.ts'
import { startHttpsSink } from '../harness/https-sink.ts'
import { suite } from '../harness/suite.ts'

/** /console's pages of webhooks as their users have them, with a receiver that answers. */
const test = suite('console: webhooks')
const sink = await startHttpsSink()
const folder = mkdtempSync(join(tmpdir(), 'console-webhooks-'))
const WEBHOOK_CA_FILE = join(folder, 'ca.pem')
writeFileSync(WEBHOOK_CA_FILE, sink.caPem)
const started = await startConsole({
  ...{ WEBHOOK_CA_FILE, WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', WEBHOOK_RETRY_BASE_MS: '600000' },
})
const { service, url, browser } = started
test.after(async () => {
  await started.end()
  await sink.close()
  rmSync(folder, { recursive: true })
})
const assertLooks = looksIn(screenshotFolder('console'))
sink.respond((_, response) => void response.end(`thanks ${HOSTILE}`))

test('an endpoint is created, receives, is replayed to and disabled; its secrets are shown once', async () => {
  await withWindow(
    browser,
    url,
    DESK,
    async ({ page }) => {
      const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
      const shownSecret = async () => (await page.getByText(/^whsec_/).textContent()) ?? ''
      const isShown = async (text: string) => (await page.content()).includes(text)
      await page.goto(`${url}/console#/webhooks`)
      await signIn(page)
      await page.getByText('There are no endpoints yet.').waitFor()
      await page.getByRole('link', { name: 'Create an endpoint' }).click()
      await heading(page, 'Create an endpoint')
      await page.getByLabel(/^Address/).fill('http://hooks.bank.example/')
      await page.getByLabel('Description').fill(HOSTILE.slice(0, 400))
      await page.getByLabel('refund.*', { exact: true }).check()
      assert.ok(await page.getByLabel('refund.created').isDisabled(), 'the family has it already')
      await assertLooks(page, 'create-endpoint')
      await press('Create the endpoint')
      await page.getByRole('alert').getByText('must be an https:// URL').waitFor()
      await page.getByLabel(/^Address/).fill(sink.url)
      await press('Create the endpoint')
      const first = await shownSecret()
      await press('I have stored it')
      await heading(page, 'Endpoint')
      assert.not(await isShown(first))

      await press('Rotate the secret')
      await press('Rotate the secret now')
      const secret = await shownSecret()
      assert.is.not(secret, first)
      await press('Send a test event')
      await page.getByRole('link', { name: 'All endpoints' }).click()
      await press('Stay')
      assert.ok(await isShown(secret), 'nothing but storing it takes it away')
      await press('I have stored it')
      assert.not(await isShown(secret))
      await press('Send it')
      await page.getByRole('link', { name: 'its delivery' }).click()
      await heading(page, 'Delivery')
      await page.getByText('succeeded', { exact: true }).waitFor()
      const { body, headers } = sink.received[0]!
      assert.is(verifyWebhook(body, headers, secret).type, 'refund.completed')
      await page.getByText('It was a sample without real data').waitFor()
      await press('Send it once more')
      await page.getByText('The answer').nth(1).click()
      await page
        .getByText(`thanks ${HOSTILE.slice(0, 40)}`)
        .nth(1)
        .waitFor()
      assert.is(sink.received.length, 2)

      const refund_id = await pendingRefund(service.admin)
      await until(
        async () => sink.received.length,
        count => count === 3,
      )
      await page.getByRole('link', { name: 'The endpoint' }).click()
      await heading(page, 'Endpoint')
      await page.getByLabel('Event type').selectOption('refund.created')
      await page.getByRole('row').filter({ hasText: 'refund.created' }).getByRole('link').click()
      await heading(page, 'Delivery')
      await page.getByText(`"refund_id": "${refund_id}"`).waitFor()
      await page.getByText('The event at every endpoint').waitFor()
      await page.getByRole('link', { name: /^wh_/ }).waitFor()
      await page.getByText('The answer').click()
      await assertLooks(page, 'delivery')
      await page.getByRole('link', { name: 'The endpoint' }).click()

      await press('Recover or replay')
      await page.getByLabel(/^What to send/).selectOption('replay')
      await page.getByLabel(/^From/).fill('2026-01-01T00:00')
      await press('Send these again')
      await heading(page, 'Replay')
      await page.getByText('finished: 1 delivery queued.').waitFor()
      assert.is(JSON.parse(sink.received.at(-1)!.body.toString()).metadata.replay, true)
      await page.getByRole('link', { name: 'The endpoint' }).click()

      await press('Disable the endpoint')
      await press('Disable it now')
      await page.getByText('The endpoint is disabled.').waitFor()
      await page.getByText('A user or a program of yours disabled it.').waitFor()
      await page.getByRole('button', { name: 'Enable the endpoint' }).waitFor()
      await page.getByText('Node', { exact: true }).click()
      await assertLooks(page, 'endpoint')
      await page.getByRole('link', { name: 'All endpoints' }).click()
      await page.getByText('1 endpoint', { exact: true }).waitFor()
      await assertLooks(page, 'webhooks')
      assert.is(await page.evaluate('window.hacked'), undefined)
      assert.is(await page.locator('img').count(), 0)
    },
    /Failed to load resource/,
  )
  const { data } = (await service.admin.get('/webhooks')).body
  assert.equal([data.length, data[0].status, data[0].events], [1, 'disabled', ['refund.*']])
})

test('a creation whose answer is lost is looked for in the list, and is not repeated', async () => {
  const integrator = await started.user('integrator')
  await withWindow(
    browser,
    url,
    DESK,
    async ({ page }) => {
      await page.goto(`${url}/console#/webhooks/new`)
      await signIn(page, integrator)
      await page.getByLabel(/^Address/).fill(`${sink.url}/lost`)
      await page.getByLabel('All events (*)').check()
      await page.route('**/webhooks', async route => {
        if (route.request().method() !== 'POST') return route.continue()
        await route.fetch()
        await route.abort()
      })
      await page.getByRole('button', { name: 'Create the endpoint' }).click()
      await page.getByText('It is not known whether the endpoint was created.').waitFor()
      await page.getByRole('link', { name: /^wh_/ }).click()
      await page.getByRole('button', { name: 'Leave' }).click()
      await heading(page, 'Endpoint')
    },
    /Failed to load resource/,
  )
  const { data } = (await service.admin.get('/webhooks')).body
  assert.is(data.filter((endpoint: { url: string }) => endpoint.url === `${sink.url}/lost`).length, 1)
})

test('an endpoint is changed by field, and deleted after the page has asked', async () => {
  const made = await service.admin.post('/webhooks', {
    url: `${sink.url}/old`,
    events: ['fraud.*'],
    description: 'one',
  })
  const { webhook_id } = made.body
  const path = `/webhooks/${webhook_id}`
  // An attempt at a disabled endpoint fails, and the delivery waits for the next.
  await service.admin.send('PATCH', path, { status: 'disabled' })
  await service.admin.post(`${path}/test`, { event_type: 'fraud.detected' })
  await withWindow(
    browser,
    url,
    DESK,
    async ({ page }) => {
      const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
      await page.goto(`${url}/console#${path}`)
      await signIn(page)
      await press('Change the endpoint')
      assert.ok(await page.getByRole('button', { name: 'Save the changes' }).isDisabled(), 'nothing is changed')
      await page.getByLabel(/^Address/).fill('http://hooks.bank.example/')
      await page.getByLabel('Deliveries per second').fill('2.5')
      await press('Save the changes')
      await page.getByRole('alert').getByText('must be an https:// URL').waitFor()
      await page.getByLabel(/^Address/).fill(`${sink.url}/new`)
      // Another person changes another field.
      await service.admin.send('PATCH', path, { description: 'two' })
      await press('Save the changes')
      await page.getByText('The endpoint is changed.').waitFor()
      // The record is read again after the answer.
      await until(
        () => page.getByLabel('Description').inputValue(),
        text => text === 'two',
      )
      const { url: address, description, rate_per_second, events } = (await service.admin.get(path)).body
      assert.equal([address, description, rate_per_second, events], [`${sink.url}/new`, 'two', 2.5, ['fraud.*']])
      await assertLooks(page, 'change-endpoint')
      await press('Delete the endpoint')
      await page.getByText('1 delivery is pending, and would be cancelled.').waitFor()
      await press('Delete it')
      const dialog = page.getByRole('dialog')
      await dialog.getByText(`${sink.url}/new`).waitFor()
      await assertLooks(page, 'delete-endpoint')
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      assert.is((await service.admin.get(path)).status, 200, 'not before it is confirmed')
      await press('Delete it')
      await dialog.getByRole('button', { name: 'Delete the endpoint' }).click()
      await heading(page, 'Webhooks')
      assert.is((await service.admin.get(path)).status, 404)
    },
    /Failed to load resource/,
  )
})

test('an auditor has no page of webhooks, and requests nothing of them', async () => {
  const auditor = await started.user('auditor')
  await withWindow(browser, url, DESK, async ({ page }) => {
    const requested: string[] = []
    page.on('request', request => requested.push(request.url()))
    await page.goto(`${url}/console#/webhooks`)
    await signIn(page, auditor)
    await heading(page, 'Not found')
    assert.is(await page.getByRole('link', { name: 'Webhooks' }).count(), 0)
    assert.equal(
      requested.filter(address => address.includes('/webhooks')),
      [],
    )
  })
})

test.run()
