import * as assert from 'uvu/assert'
import { withWindow } from '../harness/browser-page.ts'
import { client, until } from '../harness/client.ts'
import { DESK, heading, pendingRefund, signIn, startConsole } from '../harness/console.ts'
import { suite } from '../harness/suite.ts'

/** Who is signed in to /console, in one tab and in several. */
const test = suite('console: signing in')
const started = await startConsole()
const { service, url, browser } = started
test.after(() => started.end())

/** The browser's own note of a response that a test provokes. */
const REFUSED = /Failed to load resource: the server responded with a status of 4\d\d/

test('tabs share a session; where it ends, the pages are empty, and the same user goes on where they were', async () => {
  const operator = await started.user('operator')
  const refund_id = await pendingRefund(service.admin)
  await withWindow(
    browser,
    url,
    DESK,
    async ({ page, context }) => {
      await page.goto(`${url}/console#/refunds/new`)
      await signIn(page, operator)
      await heading(page, 'Request a refund')
      await page.getByLabel(/^Transaction/).fill('typed before the end')
      const second = await context.newPage()
      await second.goto(`${url}/console#/refunds/${refund_id}`)
      await heading(second, 'Refund')
      const ended = await service.admin.send('PATCH', `/admin/users/${operator.id}`, { revoke_sessions: true })
      assert.is(ended.status, 200, ended.text)
      await until(
        async () => {
          await second
            .getByRole('button', { name: 'Reload' })
            .click({ timeout: 2_000 })
            .catch(() => undefined)
          return second.getByText('Your session has ended.').count()
        },
        count => count === 1,
        60_000,
      )
      await page.getByText('Your session has ended.').waitFor()
      for (const one of [page, second])
        assert.not.match(await one.evaluate('document.body.innerHTML'), /typed before|Ada Lovelace|rf_/)
      await signIn(page, operator)
      await heading(page, 'Request a refund')
      assert.is(await page.getByLabel(/^Transaction/).inputValue(), 'typed before the end')
      await heading(second, 'Refund')
      await page.getByRole('link', { name: 'Refunds', exact: true }).click()
      await page.getByText('Leave without sending?').waitFor()
      await page.getByRole('button', { name: 'Stay' }).click()
      await page.getByRole('button', { name: 'Sign out' }).click()
      await second.getByText('You are signed out.').waitFor()
      await signIn(second)
      await heading(page, 'Overview')
      await page.goto(`${url}/console#/refunds/new`)
      assert.is(await page.getByLabel(/^Transaction/).inputValue(), '', 'another user gets nothing of it')
    },
    REFUSED,
  )
})

test('the session ends at the service when the last page is closed', async () => {
  await withWindow(browser, url, DESK, async ({ page, context }) => {
    let token = ''
    page.on('request', request => {
      token = request.headers().authorization?.replace('Bearer ', '') ?? token
    })
    await page.goto(`${url}/console`)
    await signIn(page)
    await heading(page, 'Overview')
    await until(
      async () => token,
      text => text !== '',
    )
    const me = () => client(url, token).get('/api/auth/me')
    assert.is((await me()).status, 200)
    const other = await context.newPage()
    await page.close({ runBeforeUnload: true })
    await until(me, ({ status }) => status === 401)
    await other.close()
  })
})

test('wrong words are refused in words, and a consumer learns that this is not for them', async () => {
  const { email, password } = await started.user('consumer')
  await withWindow(
    browser,
    url,
    DESK,
    async ({ page }) => {
      await page.goto(`${url}/console`)
      await signIn(page, { email, password: 'wrong words here' })
      await page.getByRole('alert').getByText('AUTH_001').waitFor()
      await signIn(page, { email, password })
      await page.getByText('Your account is that of a consumer').waitFor()
    },
    REFUSED,
  )
})

test.run()
