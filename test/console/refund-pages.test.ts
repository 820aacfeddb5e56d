import type { Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import { screenshotFolder, withWindow } from '../harness/browser-page.ts'
import { until } from '../harness/client.ts'
import {
  DESK,
  heading,
  holdReadings,
  pendingRefund,
  recordTransaction,
  signIn,
  startConsole,
} from '../harness/console.ts'
import { HOSTILE, looksIn } from '../harness/console-looks.ts'
import { ADMIN } from '../harness/service.ts'
import { suite } from '../harness/suite.ts'

/** /console's pages of refunds as their users have them. */
const test = suite('console: refunds')
const started = await startConsole()
const { service, url, browser } = started
test.after(() => started.end())
const assertLooks = looksIn(screenshotFolder('console'))

test('list, refund and request form in their looks; nothing of the session is stored or in the address', async () => {
  const refund_id = await pendingRefund(service.admin, HOSTILE)
  await withWindow(browser, url, DESK, async ({ page }) => {
    const tokens = new Set<string>()
    page.on('request', request => {
      const authorization = request.headers().authorization
      if (authorization !== undefined) tokens.add(authorization.replace('Bearer ', ''))
    })
    await page.goto(`${url}/console#/refunds`)
    await heading(page, 'Security Service console')
    await assertLooks(page, 'sign-in')
    await signIn(page)
    await heading(page, 'Refunds')
    await page.getByText('1 refund', { exact: true }).waitFor()
    await assertLooks(page, 'refunds')
    const status = page.getByLabel('Status')
    await status.focus()
    // One letter: on a busy machine each of several may begin a search of its own.
    await page.keyboard.press('f')
    await page.getByText('No refund matches these filters.').waitFor()
    assert.match(page.url(), /#\/refunds\?status=failed$/)
    assert.is(await page.evaluate('document.activeElement.name'), 'status', 'the focus stays where it was')
    await page.getByText('More filters').click()
    await page.getByLabel('Case', { exact: true }).fill('case_1')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.waitForURL(/status=failed.*case_id=case_1|case_id=case_1.*status=failed/)
    await page.getByRole('button', { name: 'Remove filters' }).click()
    await page.getByText('1 refund', { exact: true }).waitFor()
    assert.is(await page.getByLabel('Case', { exact: true }).inputValue(), '')
    await page.getByRole('link', { name: refund_id }).click()
    await heading(page, 'Refund')
    await page.getByText('40.50 EUR').first().waitFor()
    await page.getByText('refund.created').waitFor()
    await page.getByText(HOSTILE.slice(0, 40)).first().waitFor()
    await page.getByRole('button', { name: 'Read the history' }).click()
    await page.getByText('The chain of hashes is intact.').waitFor()
    await page.getByRole('button', { name: 'Void the refund' }).click()
    await assertLooks(page, 'refund')
    assert.is(await page.evaluate('window.hacked'), undefined)
    assert.is(await page.locator('img').count(), 0)
    await page.goto(`${url}/console#/refunds/new`)
    await heading(page, 'Request a refund')
    await assertLooks(page, 'request')
    const kept = await page.evaluate(
      `JSON.stringify([document.title, location.href, history.state, { ...localStorage }, { ...sessionStorage }, document.cookie])`,
    )
    assert.is.not(tokens.size, 0)
    for (const secret of [...tokens, ADMIN.email, ADMIN.password, '7000440001', 'Ada Lovelace'])
      assert.not(String(kept).includes(secret), 'nothing secret is kept by the browser')
  })
})

test('a refund is requested by the form, whose problems name their fields, once although its answer is lost', async () => {
  const transaction = await recordTransaction(service.admin)
  await withWindow(
    browser,
    url,
    DESK,
    async ({ page }) => {
      await page.goto(`${url}/console#/refunds/new`)
      await signIn(page)
      await heading(page, 'Request a refund')
      const fill = (label: string | RegExp, text: string) => page.getByLabel(label).fill(text)
      await fill(/^Transaction/, transaction.transaction_id)
      await fill(/^Amount/, '12.345')
      await fill(/^Currency/, 'eur')
      await fill(/^Reason code/, 'confirmed_fraud')
      await fill(/^User/, transaction.user_id)
      await fill(/^Name of/, 'Ada Lovelace')
      await fill(/^Account number/, '7000440001')
      await fill(/^Bank code/, 'COBADEFF')
      const send = page.getByRole('button', { name: 'Request the refund' })
      await send.click()
      await page.getByRole('alert').getByText('amount').first().waitFor()
      await fill(/^Amount/, '12.34')
      // The request arrives, and its answers get lost, as often as the client repeats it.
      let lost = 0
      await page.route('**/refund/request', async route => {
        await route.fetch()
        lost += 1
        await route.abort()
      })
      await send.click()
      await page.getByText('It is not known whether this was done.').waitFor()
      await page.unroute('**/refund/request')
      const shown = page.getByText('12.34 EUR').first()
      await until(
        async () => {
          if (await send.isEnabled({ timeout: 1_000 }).catch(() => false)) await send.click()
          return shown.waitFor({ timeout: 5_000 }).then(
            () => true,
            () => false,
          )
        },
        Boolean,
        90_000,
      )
      assert.ok(lost > 1)
    },
    /Failed to load resource/,
  )
  const { body } = await service.admin.get(`/transactions/${transaction.transaction_id}`)
  assert.equal([body.refunds.length, body.refunded_amount], [1, 12.34])
})

test('two tabs void one refund: the second has the refusal in words, and what was typed stays', async () => {
  const refund_id = await pendingRefund(service.admin)
  await withWindow(
    browser,
    url,
    DESK,
    async ({ page, context }) => {
      await page.goto(`${url}/console#/refunds/${refund_id}`)
      await signIn(page)
      const second = await context.newPage()
      await second.goto(`${url}/console#/refunds/${refund_id}`)
      const send = (tab: Page) => tab.locator('form.action').getByRole('button', { name: 'Void the refund' })
      for (const [tab, words] of [
        [second, 'the second'],
        [page, 'the first'],
      ] as const) {
        await tab.getByRole('button', { name: 'Void the refund' }).click()
        await tab.getByLabel(/^Reason/).selectOption('duplicate_refund')
        await tab.getByLabel(/^In words/).fill(words)
      }
      const letRead = await holdReadings(second, `**/refund/${refund_id}`)
      // The command arrives, and its answer gets lost.
      let sent = 0
      await page.route('**/void', async route => {
        sent += 1
        await route.fetch()
        await route.abort()
      })
      await send(page).click()
      await page.getByText('It is not known whether this was done.').waitFor()
      await page.getByText('duplicate_refund: the first').waitFor()
      assert.is(sent, 1, 'it is not repeated')
      assert.ok(await send(page).isDisabled())
      const answer = second.waitForResponse('**/void')
      await send(second).click()
      await answer
      letRead()
      await second.getByText('REFUND_').first().waitFor()
      await second.getByText('duplicate_refund: the first').waitFor()
      assert.is(await second.getByLabel(/^In words/).inputValue(), 'the second')
      await second.getByRole('button', { name: 'Discard' }).click()
      assert.is(await second.locator('form.action').count(), 0)
    },
    /Failed to load resource/,
  )
})

test('an operator voids a refund by keyboard alone; an auditor finds why not', async () => {
  const refund_id = await pendingRefund(service.admin)
  const [operator, auditor] = await Promise.all([started.user('operator'), started.user('auditor')])
  await withWindow(browser, url, DESK, async ({ page }) => {
    await page.goto(`${url}/console#/refunds/${refund_id}`)
    await signIn(page, auditor)
    await page.getByText('Operators and administrators may void a refund.').waitFor()
    assert.is(await page.getByRole('button', { name: 'Void the refund' }).count(), 0)
    assert.is(await page.getByRole('link', { name: 'Request a refund' }).count(), 0)
  })
  await withWindow(browser, url, DESK, async ({ page }) => {
    const type = async (text: string) => {
      await page.keyboard.type(text)
      await page.keyboard.press('Tab')
    }
    const tabTo = async (name: string) => {
      for (let presses = 0; presses < 60; presses += 1) {
        await page.keyboard.press('Tab')
        if ((await page.evaluate('document.activeElement?.textContent?.trim()')) === name) return
      }
      throw new Error(`the key Tab does not reach ${name}`)
    }
    await page.goto(`${url}/console#/refunds/${refund_id}`)
    await page.locator('#email:focus').waitFor()
    await type(operator.email)
    await page.keyboard.type(operator.password)
    await page.keyboard.press('Enter')
    await page.getByText('refund.created').waitFor()
    await tabTo('Void the refund')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('c')
    await page.keyboard.press('Tab')
    await type('case 81')
    await page.keyboard.press('Enter')
    await page.getByText('compliance_hold: case 81').waitFor()
    await page.getByText('refund.voided').waitFor()
  })
  const { body } = await service.admin.get(`/refund/${refund_id}`)
  assert.equal([body.status, body.voided_by], ['voided', operator.id])
})

test.run()
