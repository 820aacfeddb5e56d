import { randomBytes, randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import { screenshotFolder, withWindow } from '../harness/browser-page.ts'
import { until } from '../harness/client.ts'
import { DESK, heading, type Person, recordTransaction, signIn, startConsole } from '../harness/console.ts'
import { HOSTILE, looksIn } from '../harness/console-looks.ts'
import { ACCOUNTS } from '../harness/samples.ts'
import { ADMIN } from '../harness/service.ts'
import { suite } from '../harness/suite.ts'

/** /console's overview, its pages of people, and the dialog that opens any page. */
const test = suite('console: overview, people and the dialog that opens pages')
const started = await startConsole({ REFUND_CANCEL_WINDOW_MS: '50' })
const { service, url, browser } = started
test.after(() => started.end())
const assertLooks = looksIn(screenshotFolder('console'))
const { admin } = service

const user_id = `user_${randomUUID()}`
const email = `${randomUUID()}@customer.example`
const filled = await fill()

/** Of everything that the pages show, at least one. */
async function fill() {
  const made = async (path: string, body: object) => {
    const answer = await until(
      () => admin.post(path, body),
      ({ status }) => status !== 503,
    )
    assert.ok(answer.status < 300, `${path}: ${answer.text}`)
    return answer.body
  }
  const alertOf = async (user: string) => {
    await made('/fraud/lists', { list: 'block', kind: 'user', value: user, reason: 'stolen card' })
    const transaction = {
      ...{ transaction_id: `tx_${randomUUID()}`, user_id: user, account_id: 'acc_1', amount: 90, currency: 'EUR' },
      ...{ operation_type: 'payment', timestamp: new Date().toISOString() },
    }
    await made('/fraud/score/realtime', { transaction })
    const { body } = await until(
      () => admin.get(`/fraud/alerts?transaction_id=${transaction.transaction_id}`),
      ({ body }) => body.data.length === 1,
    )
    return body.data[0].alert_id as string
  }
  const failedRefund = async () => {
    const { transaction_id } = await recordTransaction(admin)
    const { body } = await admin.requestRefund({
      transaction_id,
      refund: { amount: 40.5, currency: 'EUR', reason: 'confirmed_fraud', description: 'as reported' },
      beneficiary: { user_id, name: 'Ada Lovelace', account_number: ACCOUNTS.closed, bank_code: 'COBADEFF' },
    })
    await until(
      () => admin.get('/refund/list?status=failed'),
      list => list.body.data.length === 1,
    )
    return body.refund_id as string
  }
  const [alert_id, , refund_id] = await Promise.all([alertOf(user_id), alertOf(email), failedRefund()])
  const endpoint = await made('/webhooks', { url: 'https://127.0.0.1:9/off', events: ['refund.*'] })
  await admin.send('PATCH', `/webhooks/${endpoint.webhook_id}`, { status: 'disabled' })
  await made('/sms/analyze', {
    ...{
      sender: '+34600000000',
      message_content: 'Unlock your account: https://bank-login.example',
      message_id: 'm_1',
    },
    ...{ received_date: new Date().toISOString(), platform: 'android', device_id: 'device_1', user_id },
  })
  await made('/notifications/devices', {
    ...{ user_id, device_id: 'device_1', platform: 'ios', push_token: randomBytes(32).toString('hex') },
    ...{ app_version: '4.2.0', language: 'en' },
  })
  const notification = { title: HOSTILE.slice(0, 60), body: 'It is on its way.', category: 'refund_status' }
  await made('/notifications/send', { user_id, notification })
  await made('/detections/url', {
    id: 'url_1',
    url: 'https://bank-login.example/',
    source: 'browser',
    user_id,
    severity: 'critical',
  })
  return { alert_id, refund_id }
}

/** Requests that were refused for their scope, and those that the audit records. */
function watch(page: Page) {
  const refused: string[] = []
  const audited: string[] = []
  page.on('response', response => {
    const path = response.url().slice(url.length)
    if (response.status() === 403) refused.push(path)
    if (path.startsWith('/audit')) audited.push(path)
  })
  return { refused, audited }
}

const item = (page: Page, text: string) => page.locator('.waiting li').filter({ hasText: text })

test('what waits for a person, and what the service has of one, in four looks', async () => {
  await withWindow(browser, url, DESK, async ({ page }) => {
    const seen = watch(page)
    await page.goto(`${url}/console`)
    await signIn(page)
    await heading(page, 'Overview')
    await item(page, '2 alerts without an assignee').getByText('the oldest for').waitFor()
    await item(page, '1 refund that failed').waitFor()
    await item(page, '0 refunds in processing for more than a minute').waitFor()
    await item(page, '1 endpoint that is switched off').waitFor()
    await item(page, '0 endpoints that took nothing').waitFor()
    await item(page, '0 erasures that are due').waitFor()
    await item(page, '0 parked events').waitFor()
    await page.getByText(/^All \d+, the largest lag first$/).click()
    await page.getByRole('cell', { name: 'refund-payments' }).waitFor()
    const headerHeight = Number(await page.evaluate("document.querySelector('header').offsetHeight"))
    assert.ok(headerHeight < 70, `the header is one line: ${headerHeight} px`)
    await assertLooks(page, 'overview')
    await item(page, '1 refund that failed').getByRole('link').click()
    await heading(page, 'Refunds')
    await page.getByRole('link', { name: filled.refund_id }).waitFor()
    assert.match(page.url(), /#\/refunds\?status=failed$/)
    await page.goto(`${url}/console#/fraud/alerts/${filled.alert_id}`)
    await page.getByRole('link', { name: user_id }).click()
    await heading(page, 'Person')
    assert.match(page.url(), new RegExp(`#/people/${user_id}$`))
    for (const name of ['Fraud alerts', 'Transactions', 'Refunds', 'Messages', 'Pushes', 'Devices', 'Detections'])
      await page.getByRole('region', { name, exact: true }).getByRole('cell').first().waitFor()
    await page.getByText('This person opened no tunnel.').waitFor()
    await page.getByRole('region', { name: 'Erasure' }).getByText('active').waitFor()
    await assertLooks(page, 'person')
    assert.is(await page.evaluate('window.hacked'), undefined)
    assert.equal(seen, { refused: [], audited: [] })
  })
})

test('each role has what its scopes open, no request is refused, and the audit is not read', async () => {
  await service.newClient()
  const [operator, auditor, integrator] = await Promise.all(['operator', 'auditor', 'integrator'].map(started.user))
  const elsewhere = { email: 'admin1@bank.example', password: ADMIN.password }
  const cases: readonly [name: string, person: Person, sees: string, not: string][] = [
    ['operator', operator!, 'contradictions of the payment network', 'erasures'],
    ['auditor', auditor!, '1 refund that failed', 'alerts without'],
    ['integrator', integrator!, '1 endpoint that is switched off', 'alerts without'],
    ['admin of a client', elsewhere, '0 alerts without an assignee', 'parked events'],
  ]
  for (const [name, person, sees, not] of cases)
    await withWindow(
      browser,
      url,
      DESK,
      async ({ page }) => {
        const seen = watch(page)
        await page.goto(`${url}/console`)
        await signIn(page, person)
        await item(page, sees).waitFor()
        assert.is(await item(page, not).count(), 0, `${name}: ${not}`)
        await page.goto(`${url}/console#/people/${user_id}`)
        await page.getByRole('region', { name: 'Pushes' }).waitFor()
        await until(
          () => page.getByText('Loading', { exact: true }).count(),
          count => count === 0,
        )
        assert.equal(seen, { refused: [], audited: [] }, name)
      },
      // The client has no data of this person.
      /status of 404/,
    )
})

test('an id that may be an e-mail address is nowhere in the address, and another user does not get it', async () => {
  const operator = await started.user('operator')
  await withWindow(browser, url, DESK, async ({ page }) => {
    const addresses = new Set<string>()
    page.on('framenavigated', frame => addresses.add(frame.url()))
    await page.goto(`${url}/console#/people`)
    await signIn(page, operator)
    const shown = page.getByText('This id looks like an e-mail address')
    await page.getByLabel('User id').fill(email)
    await page.keyboard.press('Enter')
    await shown.waitFor()
    await page.getByRole('region', { name: 'Fraud alerts' }).getByRole('link').first().click()
    await heading(page, 'Fraud alert')
    await page.getByRole('link', { name: email }).click()
    await shown.waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type(email)
    await page.keyboard.press('Enter')
    await shown.waitFor()
    assert.equal(
      [...addresses].filter(address => address.includes('customer.example')),
      [],
    )
    // Where another page, or a person, wrote it into the address.
    await page.evaluate(`location.hash = '#/people/' + encodeURIComponent(${JSON.stringify(email)})`)
    await page.waitForURL(/#\/people$/)
    await shown.waitFor()
    const kept = await page.evaluate(
      'JSON.stringify([document.title, location.href, history.state, { ...localStorage }, { ...sessionStorage }])',
    )
    assert.not(String(kept).includes('customer.example'))
    await page.getByRole('button', { name: 'Sign out' }).click()
    await signIn(page)
    await heading(page, 'Overview')
    await page.goto(`${url}/console#/people`)
    await heading(page, 'Person')
    assert.is(await shown.count(), 0)
    assert.not.match(await page.evaluate('document.body.innerHTML'), /customer\.example/)
  })
})

test('by keyboard alone, the dialog opens a page by its name and a record by its id', async () => {
  await withWindow(browser, url, DESK, async ({ page }) => {
    await page.goto(`${url}/console`)
    await signIn(page)
    await heading(page, 'Overview')
    const field = page.getByRole('combobox', { name: /^Page, or id/ })
    const active = () =>
      page.evaluate(
        "document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))?.textContent",
      )
    await page.keyboard.press('Control+k')
    await field.waitFor()
    assert.is(await active(), 'Overview')
    await assertLooks(page, 'go-to')
    await page.keyboard.press('ArrowUp')
    assert.is(await active(), 'Reconcile a statement', 'it goes round')
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
    await page.keyboard.press('Meta+k')
    await field.waitFor()
    await page.keyboard.type('refund')
    assert.is(await active(), 'Refunds')
    await page.keyboard.press('ArrowDown')
    assert.is(await active(), 'Request a refund')
    await page.keyboard.press('Enter')
    await heading(page, 'Request a refund')
    await page.getByRole('button', { name: 'Go to' }).focus()
    await page.keyboard.press('Enter')
    await field.waitFor()
    await page.keyboard.type(` ${filled.alert_id}`)
    assert.is(await active(), `Fraud alert ${filled.alert_id}`)
    await page.keyboard.press('Enter')
    await heading(page, 'Fraud alert')
    assert.is(await page.evaluate('document.activeElement.tagName'), 'MAIN', 'the page has the focus')
    await page.keyboard.press('Control+k')
    await field.waitFor()
    await page.keyboard.type(HOSTILE.slice(0, 60))
    assert.match(String(await active()), /^Person <img src=x/)
    assert.is(await page.evaluate('window.hacked'), undefined)
  })
})

test.run()
