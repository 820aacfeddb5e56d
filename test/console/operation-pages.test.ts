import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import { screenshotFolder, withWindow } from '../harness/browser-page.ts'
import { DESK, heading, signIn, startConsole } from '../harness/console.ts'
import { looksIn } from '../harness/console-looks.ts'
import { refundOf, transactionOf } from '../harness/samples.ts'
import { ADMIN } from '../harness/service.ts'
import { suite } from '../harness/suite.ts'

/** /console's page of the API: any operation, with its example, sent as the signed-in user. */
const test = suite('console: any operation of the API')
const started = await startConsole()
const { service, url, browser } = started
test.after(() => started.end())
const assertLooks = looksIn(screenshotFolder('console'))

const commandOn = (page: Page) => page.locator('.copyable code').textContent()
const answerOn = async (page: Page) => JSON.parse((await page.locator('main [role=status] pre').textContent()) ?? '')

/** As a person who pastes the command into a shell. */
async function run(command: string): Promise<unknown> {
  const { body } = await service.admin.post('/api/auth/login', ADMIN)
  const env = { ...process.env, TOKEN: body.access_token }
  const { stdout } = await promisify(execFile)('bash', ['-c', `${command} -s`], { env })
  return JSON.parse(stdout)
}

async function recorded(transaction_id = `tx_${randomUUID()}`) {
  const transaction = { ...transactionOf(100), transaction_id }
  assert.is((await service.admin.post('/transactions', transaction)).status, 201)
  return transaction
}

test('an operation is found, sent with its example, and shown as curl', async () => {
  const transaction = await recorded()
  await withWindow(
    browser,
    url,
    DESK,
    async ({ page }) => {
      await page.goto(`${url}/console#/api`)
      await signIn(page)
      await page.getByText(/^\d+ of \d+ operations$/).waitFor()
      await assertLooks(page, 'api')
      await page.getByLabel('Words of it').fill('refund')
      await page.getByLabel('Section').selectOption('refunds')
      await page.getByRole('link', { name: 'Get a refund', exact: true }).waitFor()
      await page.getByRole('link', { name: 'Request a refund of a transaction, or of part of it' }).click()
      await heading(page, 'Request a refund of a transaction, or of part of it')
      const body = page.getByLabel('Body (JSON)')
      assert.is(JSON.parse(await body.inputValue()).transaction_id, 'tx_1')
      await assertLooks(page, 'api-operation')

      await page.getByRole('link', { name: 'Its entry in the reference' }).click()
      await page.locator('[id$="tag/refunds/requestRefund"]').waitFor()
      await page.goto(`${url}/console#/api/requestRefund`)
      await signIn(page)

      await body.fill('{"transaction_id": ')
      await page.getByRole('button', { name: 'Send the request' }).click()
      await page.getByText(/^The body is no JSON/).waitFor()
      await body.fill('{}')
      await page.getByRole('button', { name: 'Send the request' }).click()
      await page.getByText('REFUND_001').waitFor()
      await page.locator('.problem code', { hasText: 'transaction_id' }).waitFor()

      await body.fill(JSON.stringify(refundOf(transaction, 40)))
      await page.getByRole('button', { name: 'Send the request' }).click()
      await page.getByRole('heading', { name: 'Answer' }).waitFor()
      const { refund_id } = await answerOn(page)
      assert.is((await service.admin.get(`/refund/${refund_id}`)).body.amount, 40)

      const command = (await commandOn(page)) ?? ''
      assert.match(command, '$TOKEN')
      assert.not.match(command, 'eyJ')
      const other = (await run(command.replace('YOUR-KEY', randomUUID()))) as { refund_id: string }
      assert.match(other.refund_id, /^rf_/)
      assert.is.not(other.refund_id, refund_id)
    },
    /status of 400/,
  )
})

const refundsOf = async (transaction_id: string): Promise<{ amount: number }[]> =>
  (await service.admin.get(`/refund/list?transaction_id=${transaction_id}`)).body.data

const fillRefund = async (page: Page, transaction: Parameters<typeof refundOf>[0], amount: number) =>
  page.getByLabel('Body (JSON)').fill(JSON.stringify(refundOf(transaction, amount)))

const send = (page: Page) => page.getByRole('button', { name: 'Send the request' }).click()

test('a request whose answer was lost is done once, also when its page was left in between', async () => {
  const transaction = await recorded()
  await withWindow(
    browser,
    url,
    DESK,
    async ({ page }) => {
      await page.goto(`${url}/console#/api/requestRefund`)
      await signIn(page)
      await fillRefund(page, transaction, 10)
      await page.route('**/refund/request', async request => {
        await request.fetch()
        await request.abort()
      })
      await send(page)
      await page.getByText('It is not known whether this was done.').waitFor()
      await page.unroute('**/refund/request')
      await page.getByRole('link', { name: 'All operations' }).click()
      await page.getByRole('button', { name: 'Leave' }).click()
      await page.getByRole('link', { name: 'Request a refund of a transaction, or of part of it' }).click()
      await fillRefund(page, transaction, 10)
      await send(page)
      const inProgress = page.getByText('A request with this Idempotency-Key is still being processed.')
      await page.getByRole('heading', { name: 'Answer' }).or(inProgress).waitFor()
    },
    /Failed to load resource/,
  )
  assert.is((await refundsOf(transaction.transaction_id)).length, 1)
})

test('an answer that comes after the form was changed is not that of the form', async () => {
  const transaction = await recorded()
  await withWindow(browser, url, DESK, async ({ page }) => {
    await page.goto(`${url}/console#/api/requestRefund`)
    await signIn(page)
    await fillRefund(page, transaction, 5)
    await send(page)
    await page.getByRole('heading', { name: 'Answer' }).waitFor()
    await fillRefund(page, transaction, 10)
    const answered = Promise.withResolvers<void>()
    await page.route('**/refund/request', async request => {
      await answered.promise
      await request.continue()
    })
    await send(page)
    await fillRefund(page, transaction, 5)
    answered.resolve()
    await page.getByRole('heading', { name: 'Answer to another request than the form has now' }).waitFor()
    assert.is((await answerOn(page)).amount, 10)
    assert.is(JSON.parse(await page.getByLabel('Body (JSON)').inputValue()).refund.amount, 5)
    await page.getByRole('button', { name: 'Discard' }).click()
    assert.is(await page.getByRole('heading', { name: /^Answer/ }).count(), 0)
  })
})

test('the page asks before the secret of an answer is lost, and does not show it again', async () => {
  await withWindow(browser, url, DESK, async ({ page }) => {
    await page.goto(`${url}/console#/api/createWebhook`)
    await signIn(page)
    await page.getByLabel('Body (JSON)').fill('{"url": "https://1.1.1.1/", "events": ["darkweb.*"]}')
    await send(page)
    await page.getByRole('heading', { name: 'Answer' }).waitFor()
    const { secret } = await answerOn(page)
    assert.match(secret, /^whsec_/)
    await page.getByRole('link', { name: 'All operations' }).click()
    await page.getByRole('button', { name: 'Stay' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('E-mail address').waitFor()
    await page.goto(`${url}/console#/refunds`)
    await signIn(page)
    await heading(page, 'Refunds')
    await page.goto(`${url}/console#/api/createWebhook`)
    await page.getByRole('button', { name: 'Send the request' }).waitFor()
    assert.not.match((await page.locator('main').textContent()) ?? '', secret)
  })
})

test('a description of the API that could not be read is read again', async () => {
  await withWindow(
    browser,
    url,
    DESK,
    async ({ page }) => {
      await page.route('**/openapi.json', request => request.fulfill({ status: 503, body: '' }))
      await page.goto(`${url}/console#/api`)
      await signIn(page)
      await page.getByText('The service gave no description of its API (status 503).').waitFor()
      await page.unroute('**/openapi.json')
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByText(/^\d+ of \d+ operations$/).waitFor()
    },
    /status of 503/,
  )
})

test('Enter in the only field sends nothing outside of a sandbox, nor while it is not known whether it is one', async () => {
  const { transaction_id } = await recorded()
  for (const environment of ['production', null])
    await withWindow(
      browser,
      url,
      DESK,
      async ({ page, context }) => {
        const sent: string[] = []
        context.on('request', request => {
          if (request.url().includes('/erase')) sent.push(request.url())
        })
        await page.route('**/settings', async request => {
          if (environment === null) return request.fulfill({ status: 503, body: '' })
          const answer = await request.fetch()
          return request.fulfill({ response: answer, json: { ...(await answer.json()), environment } })
        })
        await page.goto(`${url}/console#/api/eraseSubject`)
        await signIn(page)
        await page.getByText(/outside of (a sandbox|one), GET alone is sent/i).waitFor()
        await page.getByLabel(/^user_id/).fill(transaction_id)
        await page.getByLabel(/^user_id/).press('Enter')
        await page.getByRole('link', { name: 'All operations' }).focus()
        assert.equal(sent, [])
      },
      /status of 503/,
    )
})

test('parameters of the path have fields, and an apostrophe in one ends no shell text', async () => {
  const { transaction_id } = await recorded(`it's $HOME/${randomUUID()}?&`)
  await withWindow(browser, url, DESK, async ({ page }) => {
    await page.goto(`${url}/console#/api/getTransaction`)
    await signIn(page)
    await page.getByLabel(/^transaction_id/).fill(transaction_id)
    await page.getByRole('button', { name: 'Send the request' }).click()
    await page.getByRole('heading', { name: 'Answer' }).waitFor()
    assert.is((await answerOn(page)).transaction_id, transaction_id)
    assert.equal(await run((await commandOn(page)) ?? ''), await answerOn(page))
    assert.not.match(page.url(), 'HOME')
    await page.getByLabel(/^transaction_id/).fill(' ')
    await page.getByRole('button', { name: 'Send the request' }).click()
    await page.getByText('transaction_id is missing').waitFor()
    await page.getByLabel(/^transaction_id/).fill('..')
    await page.getByRole('button', { name: 'Send the request' }).click()
    await page.getByText('transaction_id must not be ..').waitFor()
    await page.getByLabel(/^transaction_id/).fill(transaction_id)
    await page.getByRole('button', { name: 'Send the request' }).click()
    await page.getByRole('heading', { name: 'Answer' }).waitFor()
    // What was answered is nothing unsaved: a question would stand before the list.
    await page.getByRole('link', { name: 'All operations' }).click()
    await page.getByText(/^\d+ of \d+ operations$/).waitFor()
    await page
      .getByRole('link', { name: 'Get a transaction, its refundable amount and its refunds', exact: true })
      .click()
    assert.is(await page.getByLabel(/^transaction_id/).inputValue(), '')
  })
})

test('a file is sent by the command alone, and a command outside of a sandbox', async () => {
  await withWindow(browser, url, DESK, async ({ page }) => {
    await page.route('**/settings', async request => {
      const answer = await request.fetch()
      await request.fulfill({ response: answer, json: { ...(await answer.json()), environment: 'production' } })
    })
    await page.goto(`${url}/console#/api/reconcileStatement`)
    await signIn(page)
    await page.getByText('It sends or returns a file.').waitFor()
    assert.match((await commandOn(page)) ?? '', '@FILE')
    await page.goto(`${url}/console#/api/requestRefund`)
    await page.getByText('Outside of a sandbox, GET alone is sent.').waitFor()
    assert.is(await page.getByRole('button', { name: 'Send the request' }).count(), 0)
    await page.goto(`${url}/console#/api/listRefunds`)
    await page.getByLabel('status').selectOption('failed')
    await page.getByRole('button', { name: 'Send the request' }).click()
    await page.getByRole('heading', { name: 'Answer' }).waitFor()
    assert.match((await commandOn(page)) ?? '', '?status=failed')
  })
})

test('a user sees the operations that their scopes open', async () => {
  await withWindow(browser, url, DESK, async ({ page }) => {
    await page.goto(`${url}/console#/api/requestRefund`)
    await signIn(page, await started.user('auditor'))
    await page.getByText('There is no such operation, or your role does not open it.').waitFor()
    await page.goto(`${url}/console#/api`)
    await page.getByRole('link', { name: 'Get a refund', exact: true }).waitFor()
    assert.is(await page.getByRole('link', { name: /^Request a refund/ }).count(), 0)
  })
})

test('administrators of another client see no operation of the platform', async () => {
  const bank = await service.newClient()
  const { body: me } = await bank.get('/api/auth/me')
  await withWindow(browser, url, DESK, async ({ page }) => {
    await page.goto(`${url}/console#/api/registerClient`)
    await signIn(page, { email: me.email, password: ADMIN.password })
    await page.getByText('There is no such operation, or your role does not open it.').waitFor()
    await page.goto(`${url}/console#/api`)
    await page.getByRole('link', { name: 'Create a user', exact: true }).waitFor()
    for (const title of ['Clients, the oldest first', 'Register a server', 'List models and their results'])
      assert.is(await page.getByRole('link', { name: title, exact: true }).count(), 0, title)
  })
})

test.run()
