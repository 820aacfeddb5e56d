import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import { formatPeriod } from '#console/format/period.ts'
import { withWindow } from '../harness/browser-page.ts'
import { type Client, until } from '../harness/client.ts'
import { DESK, heading, pendingRefund, recordTransaction, signIn, startConsole } from '../harness/console.ts'
import { HOSTILE } from '../harness/console-looks.ts'
import { transactionOf } from '../harness/samples.ts'
import { ADMIN } from '../harness/service.ts'
import { suite } from '../harness/suite.ts'

/** /console with addresses and records that others wrote, in other zones, and before pages of other origins. */
const test = suite('console: what others wrote')
const started = await startConsole()
const { service, url, browser } = started
const { admin } = service
test.after(() => started.end())

const BENEFICIARY = { name: 'Ada Lovelace', account_number: '7000440001', bank_code: 'COBADEFF' }

/** The browser's own note of a response that a test provokes. */
const REFUSED = /Failed to load resource/

const open = (page: Page, place: string) => page.goto(`${url}/console#/${place}`)

test('an id of another client in the address is an id that does not exist', async () => {
  const bank = await service.newClient()
  const { body: me } = await bank.get('/api/auth/me')
  const refund_id = await pendingRefund(admin)
  const endpoint = await admin.post('/webhooks', { url: 'https://1.1.1.1/', events: ['darkweb.*'] })
  const { id } = await started.user('operator')
  const places = [
    `refunds/${refund_id}`,
    `webhooks/${endpoint.body.webhook_id}`,
    `team/users/${id}`,
    `audit/refunds/${refund_id}`,
  ]
  await withWindow(
    browser,
    url,
    DESK,
    async ({ page }) => {
      await open(page, 'refunds')
      await signIn(page, { email: me.email, password: ADMIN.password })
      await heading(page, 'Refunds')
      for (const place of places) {
        // What is shown next is not of the place before.
        await open(page, 'account')
        await heading(page, 'Account')
        await open(page, place)
        if (place.startsWith('audit')) await page.getByRole('button', { name: 'Read the history' }).click()
        await page
          .getByRole('alert')
          .getByText(/^(NOT_FOUND|REFUND_003), req_/)
          .waitFor()
        assert.not.match(await page.locator('main').innerText(), /40\.50|1\.1\.1\.1|operator-/, place)
      }
    },
    REFUSED,
  )
})

const listed = async (by: Client) => (await by.get('/refund/list?page_size=1')).body

test('a cursor that is forged, or of another client, has its problem and a way on', async () => {
  const bank = await service.newClient()
  const { body: me } = await bank.get('/api/auth/me')
  const own = await pendingRefund(bank)
  for (let made = 0; made < 2; made += 1) await pendingRefund(admin)
  const foreign = (await listed(admin)).pagination.next_cursor
  assert.type(foreign, 'string')
  await withWindow(
    browser,
    url,
    DESK,
    async ({ page }) => {
      await open(page, 'refunds?cursor=forged')
      await signIn(page, { email: me.email, password: ADMIN.password })
      for (const forged of ['forged', '%00%ff', `${foreign}x`, foreign, 'a'.repeat(3_000)]) {
        await open(page, `refunds?cursor=${forged}`)
        await page.getByRole('alert').getByText('cursor', { exact: true }).waitFor()
        await page.getByRole('link', { name: 'First page' }).click()
        await page.getByRole('link', { name: own }).waitFor()
      }
    },
    REFUSED,
  )
})

test('amounts have the decimals of their currency, in lists and in forms', async () => {
  const amounts = { JPY: 1_234, KWD: 12.345, CLF: 1.2345 }
  await withWindow(
    browser,
    url,
    DESK,
    async ({ page }) => {
      await open(page, 'refunds/new')
      await signIn(page)
      for (const [currency, amount] of Object.entries(amounts)) {
        const { transaction_id, user_id } = await recordTransaction(admin, 2_000, currency)
        await open(page, 'refunds/new')
        await heading(page, 'Request a refund')
        const fill = (label: RegExp, text: string) => page.getByLabel(label).fill(text)
        await fill(/^Transaction/, transaction_id)
        await fill(/^Currency/, currency.toLowerCase())
        await fill(/^Reason code/, 'confirmed_fraud')
        await fill(/^User/, user_id)
        await fill(/^Name of/, BENEFICIARY.name)
        await fill(/^Account number/, BENEFICIARY.account_number)
        await fill(/^Bank code/, BENEFICIARY.bank_code)
        const send = page.getByRole('button', { name: 'Request the refund' })
        await fill(/^Amount/, `${amount}${Number.isInteger(amount) ? '.' : ''}5`)
        await send.click()
        await page.getByRole('alert').getByText('amount').first().waitFor()
        await fill(/^Amount/, String(amount))
        await send.click()
        await heading(page, 'Refund')
        await page
          .getByText(`${amount.toLocaleString('en', { maximumFractionDigits: 4 })} ${currency}`)
          .first()
          .waitFor()
      }
      // A list in which the pointer is keeps its rows, so its first reading must have them.
      await until(
        () => listed(admin),
        ({ data }) => data[0].currency === 'CLF',
      )
      await open(page, 'refunds')
      for (const shown of ['1,234 JPY', '12.345 KWD', '1.2345 CLF'])
        await page.getByRole('cell', { name: shown, exact: true }).waitFor()
    },
    REFUSED,
  )
})

test('ids, names, cases and reasons that callers wrote are text, and reach over no edge', async () => {
  const hostile = (start: string) => `${start}${HOSTILE}`.slice(0, 128)
  const given = { transaction_id: hostile(`${randomUUID()}"/../`), user_id: hostile('javascript:alert(2)//') }
  const transaction = { ...transactionOf(100), ...given, account_id: hostile('acc') }
  const recorded = await admin.post('/transactions', transaction)
  assert.is(recorded.status, 201, recorded.text)
  const { status, body, text } = await admin.requestRefund({
    transaction_id: given.transaction_id,
    refund: { amount: 10, currency: 'EUR', reason: 'confirmed_fraud', description: HOSTILE },
    beneficiary: { ...BENEFICIARY, user_id: given.user_id, name: HOSTILE.slice(0, 140) },
    metadata: { case_id: hostile('case'), agent_id: hostile('agent') },
  })
  assert.is(status, 201, text)
  const cancelled = await admin.post(`/refund/${body.refund_id}/cancel`, { reason: HOSTILE })
  assert.is(cancelled.status, 200, cancelled.text)
  await withWindow(browser, url, DESK, async ({ page }) => {
    await open(page, `refunds/${body.refund_id}`)
    await signIn(page)
    for (const { width, height } of [DESK, { width: 390, height: 844 }]) {
      await page.setViewportSize({ width, height })
      await open(page, `refunds/${body.refund_id}`)
      const person = page.getByRole('link', { name: given.user_id.slice(0, 30) })
      await person.waitFor()
      for (const shown of [HOSTILE.slice(0, 140), hostile('case'), HOSTILE, given.transaction_id])
        await page.locator('main').getByText(shown, { exact: true }).first().waitFor()
      await page.getByRole('button', { name: 'Read the history' }).click()
      await page.getByText('The chain of hashes is intact.').waitFor()
      await assertIsText(page, width)
      await person.click()
      await heading(page, 'Person')
      await page.getByRole('region', { name: 'Transactions', exact: true }).getByRole('cell').first().waitFor()
      await assertIsText(page, width)
    }
  })
})

/** Nothing of what others wrote is markup, or a link to somewhere else. */
async function assertIsText(page: Page, width: number): Promise<void> {
  assert.is(await page.evaluate('window.hacked'), undefined)
  assert.is(await page.locator('img').count(), 0)
  assert.equal(
    await page.evaluate("Array.from(document.links, link => link.protocol).filter(one => one !== 'http:')"),
    [],
  )
  assert.is(await page.evaluate('document.documentElement.scrollWidth'), width, 'nothing reaches over the edge')
}

test('a time is that of the reader, and UTC in addresses and charts, in two zones', async () => {
  const refund_id = await pendingRefund(admin)
  const { created_at } = (await admin.get(`/refund/${refund_id}`)).body
  for (const timeZone of ['Asia/Kolkata', 'America/St_Johns'])
    await withWindow(browser, url, DESK, async ({ page, context }) => {
      const session = await context.newCDPSession(page)
      await session.send('Emulation.setTimezoneOverride', { timezoneId: timeZone })
      await open(page, 'refunds')
      await signIn(page)
      const zoned = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'medium' })
      const row = page.getByRole('row').filter({ hasText: refund_id })
      await row.waitFor()
      const time = row.locator('time')
      assert.is(plain(await time.textContent()), plain(zoned.format(new Date(created_at))))
      assert.is(await time.getAttribute('title'), `${created_at} UTC`)
      await page.getByText('More filters').click()
      // `2026-11-30T09:30`, as a field of this kind takes it.
      const local = new Date(created_at).toLocaleString('sv-SE', { timeZone }).slice(0, 16).replace(' ', 'T')
      await page.getByLabel('Requested from').fill(local)
      await page.getByRole('button', { name: 'Apply' }).click()
      await page.waitForURL(new RegExp(encodeURIComponent(`${created_at.slice(0, 16)}:00.000Z`)))
      await row.waitFor()
      const before = hourInUtc()
      await open(page, 'overview?range=day')
      const axis = plain(await page.locator('.axis-times').first().innerText())
      assert.ok(
        [before, hourInUtc()].some(hour => axis.endsWith(hour)),
        axis,
      )
    })
})

/** Browsers put a narrow space before AM and PM. */
const plain = (text: string | null) => (text ?? '').replace(/\s/g, ' ')
const hourInUtc = () => plain(formatPeriod(`${new Date().toISOString().slice(0, 13)}:00:00Z`, 'hour', 'en-US'))

test('a page of another origin neither frames it, nor reads it, nor runs its scripts', async () => {
  const { body: shell } = await fetch(`${url}/console`).then(async answer => ({ body: await answer.text() }))
  const [, script = ''] = /src="(console\/main-[^"]+)"/.exec(shell) ?? []
  assert.match(script, 'main-')
  const pages = createServer((request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(request.url === '/own' ? 'own' : `<iframe src="${url}/console"></iframe><iframe src="/own"></iframe>`)
  })
  await new Promise<void>(done => pages.listen(0, '127.0.0.1', done))
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.goto(`http://127.0.0.1:${(pages.address() as AddressInfo).port}/`)
    const frames = await until(
      async () => page.frames().map(frame => frame.url()),
      urls => urls.length === 3 && urls.every(address => address !== '' && address !== 'about:blank'),
    )
    assert.match(frames[1]!, 'chrome-error:')
    assert.match(frames[2]!, '/own')
    const read = (path: string) =>
      page.evaluate(`fetch(${JSON.stringify(`${url}${path}`)}).then(answer => answer.status, error => error.name)`)
    for (const path of ['/console', `/${script}`, '/openapi.json', '/refund/list', '/health/ready'])
      assert.is(await read(path), 'TypeError', path)
    const runs = await page.evaluate(`new Promise(resolve => {
      const element = document.createElement('script')
      element.onload = () => resolve('ran')
      element.onerror = () => resolve('refused')
      element.src = ${JSON.stringify(`${url}/${script}`)}
      document.body.append(element)
    })`)
    assert.is(runs, 'refused')
    const handle = await page.evaluate(`new Promise(resolve => {
      const opened = open(${JSON.stringify(`${url}/console`)})
      const timer = setInterval(() => { if (opened.closed) { clearInterval(timer); resolve('cut off') } }, 50)
    })`)
    assert.is(handle, 'cut off', 'its opener has no hold of it')
  } finally {
    await context.close()
    pages.closeAllConnections()
    pages.close()
  }
})

for (const file of ['main', 'worker'])
  test(`where another version has no file ${file}, the page asks to be loaded again, which helps`, async () => {
    await withWindow(
      browser,
      url,
      DESK,
      async ({ page }) => {
        // As the process of another version named it.
        await page.route('**/console', async route => {
          const response = await route.fetch()
          const body = (await response.text()).replace(new RegExp(`${file}-\\w+\\.js`, 'g'), `${file}-OLDOLDOL.js`)
          await route.fulfill({ response, body })
        })
        await page.goto(`${url}/console`)
        await page.getByText(/[Ll]oad (the|this) page again/).waitFor()
        await page.unroute('**/console')
        await page.reload()
        await signIn(page)
        await heading(page, 'Overview')
      },
      REFUSED,
    )
  })

test.run()
