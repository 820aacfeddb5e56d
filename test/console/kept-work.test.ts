import { randomUUID } from 'node:crypto'
import type { Page, Route } from 'playwright-core'
import * as assert from 'uvu/assert'
import { withWindow } from '../harness/browser-page.ts'
import { client, until } from '../harness/client.ts'
import { DESK, heading, pendingRefund, recordTransaction, signIn, startConsole } from '../harness/console.ts'
import { transactionOf } from '../harness/samples.ts'
import { ADMIN } from '../harness/service.ts'
import { suite } from '../harness/suite.ts'

/** What /console keeps over a sign-in, a page that is left, and a refused reading. */
const test = suite('console: kept work')
const started = await startConsole()
const { service, url, browser } = started
test.after(() => started.end())

const REFUSED = /Failed to load resource/

/** An address that gets nothing: no event of this kind happens here. */
async function endpoint(): Promise<string> {
  const made = await service.admin.post('/webhooks', { url: 'https://1.1.1.1/', events: ['darkweb.*'] })
  assert.is(made.status, 201, made.text)
  return made.body.webhook_id
}

/** Lets a request through, and its answer only after `release`. */
async function holdAnswers(page: Page, path: string) {
  const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let requests = 0
  await page.route(path, async (route: Route) => {
    requests += 1
    const response = await route.fetch()
    arrived.resolve()
    await released.promise
    await route.fulfill({ response })
  })
  return { arrived: arrived.promise, release: released.resolve, requests: () => requests }
}

test('the secret of a command that was under way is shown after the next sign-in', async () => {
  const webhook_id = await endpoint()
  const operator = await started.user('operator')
  await withWindow(browser, url, DESK, async ({ page, context }) => {
    await page.goto(`${url}/console#/webhooks/${webhook_id}`)
    await signIn(page, operator)
    await page.getByRole('button', { name: 'Rotate the secret' }).click()
    const held = await holdAnswers(page, '**/rotate-secret')
    await page.getByRole('button', { name: 'Rotate the secret now' }).click()
    await held.arrived
    const other = await context.newPage()
    await other.goto(`${url}/console`)
    await other.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('You are signed out.').waitFor()
    held.release()
    await signIn(page, operator)
    await page.getByText(/^whsec_/).waitFor()
    await page.getByRole('link', { name: 'All endpoints' }).click()
    await page.getByRole('button', { name: 'Stay' }).click()
    await page.getByRole('button', { name: 'I have stored it' }).click()
    assert.is(await page.evaluate('document.activeElement.textContent'), 'Actions', 'the focus is not lost')
    assert.is(await page.getByText(/^whsec_/).count(), 0)
    assert.is(held.requests(), 1)
    await page.getByRole('link', { name: 'All endpoints' }).click()
    await heading(page, 'Webhooks')
  })
})

test('a command that was refused with its session is not sent again by itself, and its form is there', async () => {
  const webhook_id = await endpoint()
  const operator = await started.user('operator')
  await withWindow(
    browser,
    url,
    DESK,
    async ({ page }) => {
      let token = ''
      let rotated = 0
      page.on('request', request => {
        token = request.headers().authorization?.replace('Bearer ', '') ?? token
      })
      page.on('response', response => {
        if (response.url().endsWith('/rotate-secret') && response.status() === 200) rotated += 1
      })
      await page.goto(`${url}/console#/webhooks/${webhook_id}`)
      await signIn(page, operator)
      await page.getByRole('button', { name: 'Rotate the secret' }).click()
      await page.getByRole('button', { name: 'Rotate the secret now' }).waitFor()
      await service.admin.send('PATCH', `/admin/users/${operator.id}`, { revoke_sessions: true })
      await until(
        () => client(url, token).get('/api/auth/me'),
        ({ status }) => status === 401,
      )
      const now = page.getByRole('button', { name: 'Rotate the secret now' })
      // The stream may have learned before that the session is over.
      await now.click({ timeout: 2_000 }).catch(() => undefined)
      await page.getByText('Your session has ended.').waitFor()
      await signIn(page, operator)
      await now.waitFor()
      await page.getByText('There are no deliveries').waitFor()
      assert.is(rotated, 0)
      await now.click()
      await page.getByText(/^whsec_/).waitFor()
      assert.is(rotated, 1)
    },
    REFUSED,
  )
})

test('who has left a form stays where they are when its answer comes, and the same sent again is done once', async () => {
  const { transaction_id, user_id } = await recordTransaction(service.admin)
  const use = async ({ page }: { page: Page }) => {
    await page.goto(`${url}/console#/refunds/new`)
    await signIn(page)
    const fill = (label: RegExp, text: string) => page.getByLabel(label).fill(text)
    const fillAll = async () => {
      await fill(/^Transaction/, transaction_id)
      await fill(/^Amount/, '12.5')
      await fill(/^Currency/, 'EUR')
      await fill(/^Reason code/, 'confirmed_fraud')
      await fill(/^User/, user_id)
      await fill(/^Name of/, 'Ada Lovelace')
      await fill(/^Account number/, '7000440001')
      await fill(/^Bank code/, 'COBADEFF')
    }
    await fillAll()
    const held = await holdAnswers(page, '**/refund/request')
    await page.getByRole('button', { name: 'Request the refund' }).click()
    await held.arrived
    await page.getByRole('link', { name: 'Webhooks' }).click()
    await page.getByRole('button', { name: 'Leave' }).click()
    await heading(page, 'Webhooks')
    const answered = page.waitForResponse('**/refund/request')
    held.release()
    await (await answered).finished()
    await page.evaluate('new Promise(resolve => setTimeout(resolve, 200))')
    assert.match(page.url(), /#\/webhooks$/)
    // Nothing has shown that it was done, so the same again is the same.
    await page.goto(`${url}/console#/refunds/new`)
    await heading(page, 'Request a refund')
    await fillAll()
    await page.getByRole('button', { name: 'Request the refund' }).click()
    await page.waitForURL(/#\/refunds\/rf_/)
    const listed = () => service.admin.get(`/refund/list?transaction_id=${encodeURIComponent(transaction_id)}`)
    const { body } = await until(listed, ({ body }) => body.data.length > 0)
    assert.is(body.data.length, 1)
  }
  // The refund that is under way answers 409, with its id.
  await withWindow(browser, url, DESK, use, REFUSED)
})

test('a closed form does not hold up who leaves, filters keep what was typed, and take no e-mail address', async () => {
  const refund_id = await pendingRefund(service.admin)
  await withWindow(browser, url, DESK, async ({ page }) => {
    await page.goto(`${url}/console#/refunds/${refund_id}`)
    await signIn(page)
    const action = page.getByRole('button', { name: 'Cancel the refund' }).first()
    await action.click()
    await page.getByLabel('Why').fill('typed and not sent')
    await action.click()
    await page.getByRole('link', { name: 'All refunds' }).click()
    await heading(page, 'Refunds')
    await page.getByText('More filters').click()
    await page.getByLabel('User', { exact: true }).fill('ada@bank.example')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('An e-mail address or a phone number does not belong there').waitFor()
    assert.match(page.url(), /#\/refunds$/)
    await page.getByLabel('User', { exact: true }).fill('usr_1')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.waitForURL(/user_id=usr_1/)
    assert.is(await page.getByText('An e-mail address or a phone number does not belong there').count(), 0)

    await page.goto(`${url}/console#/refunds/${refund_id}`)
    await action.click()
    assert.is(await page.getByLabel('Why').inputValue(), 'typed and not sent')
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error("refused"))')
    await page.getByRole('button', { name: 'Copy the id of the refund' }).click()
    await page.getByText('The browser did not copy it').waitFor()

    await page.goto(`${url}/console#/fraud`)
    await heading(page, 'Fraud alerts')
    await page.getByText('More filters').click()
    await page.getByLabel('User', { exact: true }).fill('usr_2')
    await page.getByRole('button', { name: 'Unassigned' }).click()
    await page.waitForURL(/unassigned=true/)
    assert.match(page.url(), /user_id=usr_2/)
    assert.is(await page.getByLabel('User', { exact: true }).inputValue(), 'usr_2')
    await page.getByRole('button', { name: 'Assigned to me' }).click()
    await page.waitForURL(/assigned_to=/)
    assert.not.match(page.url(), /unassigned/)
  })
})

test('what was selected, opened and sent is there after a sign-in in the middle', async () => {
  const user_id = `user_${randomUUID()}`
  await service.admin.post('/fraud/lists', { list: 'block', kind: 'user', value: user_id, reason: 'stolen card' })
  const transaction = { ...transactionOf(100), transaction_id: `tx_${randomUUID()}`, user_id, currency: 'EUR' }
  await service.admin.post('/fraud/score/realtime', { transaction })
  const { body: alerts } = await until(
    () => service.admin.get(`/fraud/alerts?transaction_id=${transaction.transaction_id}`),
    ({ body }) => body.data.length === 1,
  )
  const { alert_id } = alerts.data[0]
  await service.admin.post('/notifications/devices', {
    ...{ user_id, device_id: 'd_1', platform: 'ios', push_token: 'cd'.repeat(32) },
  })
  await withWindow(browser, url, DESK, async ({ page, context }) => {
    const other = await context.newPage()
    const signInAgain = async (whileOut = () => {}) => {
      await other.goto(`${url}/console`)
      await other.getByRole('button', { name: 'Sign out' }).click()
      await page.getByText('You are signed out.').waitFor()
      whileOut()
      await signIn(page)
    }
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await page.goto(`${url}/console#/fraud`)
    await signIn(page)
    await page.getByLabel(`Select ${alert_id}`).check()
    await press('Escalate 1 alert')
    await page.getByLabel('Why').fill('typed before')
    await signInAgain()
    await page.getByRole('button', { name: 'Escalate 1 alert now' }).waitFor()
    assert.ok(await page.getByLabel(`Select ${alert_id}`).isChecked())
    assert.is(await page.getByLabel('Why').inputValue(), 'typed before')
    await press('Escalate 1 alert')
    // A form that is still there would hold up the way to the next page.
    await page.getByLabel('Why').waitFor({ state: 'detached' })

    await page.goto(`${url}/console#/fraud/lists`)
    await press(`Remove ${user_id} from the block list`)
    await signInAgain()
    await page.getByRole('dialog').getByText('Remove it from the block list?').waitFor()
    await press('Cancel')

    await page.goto(`${url}/console#/push/send`)
    await page.getByLabel(/^User/).fill(user_id)
    await page.getByLabel(/^Category/).selectOption('system')
    await page.getByLabel(/^Title/).fill('Hello')
    await page.getByLabel(/^Text/).fill('It is on its way.')
    const held = await holdAnswers(page, '**/notifications/send')
    await press('Send the notification')
    await held.arrived
    await signInAgain(held.release)
    await page.getByText('The notification is queued for 1 device.').waitFor()
    assert.is(held.requests(), 1)
  })
})

test('above the rate limit a record stays, and the page says that few requests are left', async () => {
  const bank = await service.newClient()
  const refund_id = await pendingRefund(bank)
  const { body: me } = await bank.get('/api/auth/me')
  const limit = { per_minute: 100_000, per_day: 40 }
  const set = await service.admin.send('PATCH', `/admin/clients/${me.client_id}`, { agreed_limit: limit })
  assert.is(set.status, 200, set.text)
  await withWindow(
    browser,
    url,
    DESK,
    async ({ page }) => {
      let token = ''
      page.on('request', request => {
        token = request.headers().authorization?.replace('Bearer ', '') ?? token
      })
      await page.goto(`${url}/console#/refunds/${refund_id}`)
      await signIn(page, { email: me.email, password: ADMIN.password })
      await page.getByText('40.50 EUR').first().waitFor()
      const limited = client(url, token, 0)
      await until(
        () => limited.get('/refund/list'),
        ({ status }) => status === 429,
      )
      await page.getByRole('button', { name: 'Reload' }).click()
      await page.getByText('The record below is older: it could not be read again.').waitFor()
      await page.getByText('Your client has few requests left').waitFor()
      await page.getByText('40.50 EUR').first().waitFor()
    },
    REFUSED,
  )
})

test.run()
