import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import { screenshotFolder, withWindow } from '../harness/browser-page.ts'
import { until } from '../harness/client.ts'
import { DESK, heading, holdReadings, signIn, startConsole } from '../harness/console.ts'
import { HOSTILE, looksIn } from '../harness/console-looks.ts'
import { suite } from '../harness/suite.ts'

/** /console's pages of fraud alerts as their users have them. */
const test = suite('console: fraud alerts')
const started = await startConsole()
const { service, url, browser } = started
test.after(() => started.end())
const assertLooks = looksIn(screenshotFolder('console'))

/** Two transactions of a user, the later of which is on the block list, as its alert is. */
async function alertOf(merchant: string) {
  const user_id = `<b>user</b>_${randomUUID()}`
  const score = async (minutesAgo: number) => {
    const transaction = {
      ...{ transaction_id: `tx_${randomUUID()}`, user_id, account_id: 'acc_1', amount: 1_250.5, currency: 'EUR' },
      ...{ operation_type: 'payment', merchant: { id: 'm_1', name: merchant, category: 'games' } },
      timestamp: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
    }
    const scored = await service.admin.post('/fraud/score/realtime', { transaction })
    assert.is(scored.status, 200, scored.text)
    return transaction.transaction_id
  }
  const earlier = await score(90)
  await service.admin.post('/fraud/lists', { list: 'block', kind: 'user', value: user_id, reason: 'stolen card' })
  const transaction_id = await score(1)
  const { body } = await until(
    () => service.admin.get(`/fraud/alerts?transaction_id=${transaction_id}`),
    ({ body }) => body.data.length === 1,
  )
  return { alert_id: body.data[0].alert_id as string, transaction_id, earlier }
}

async function tabTo(page: Page, isThere: string) {
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab')
    if (await page.evaluate(isThere)) return
  }
  throw new Error(`the key Tab does not reach ${isThere}`)
}
const button = (name: string) => `document.activeElement.textContent.trim() === ${JSON.stringify(name)}`
const field = (name: string) => `document.activeElement.name === ${JSON.stringify(name)}`

test('the queue and an alert in their looks, with what others wrote as text', async () => {
  const { alert_id, transaction_id, earlier } = await alertOf(HOSTILE.slice(0, 150))
  await withWindow(browser, url, DESK, async ({ page }) => {
    await page.goto(`${url}/console#/fraud`)
    await signIn(page)
    await heading(page, 'Fraud alerts')
    await page.getByRole('link', { name: alert_id }).waitFor()
    await assertLooks(page, 'alerts')
    await page.getByLabel('Level').selectOption('low')
    await page.getByText('No alert matches these filters.').waitFor()
    assert.match(page.url(), /#\/fraud\?level=low$/)
    await page.getByRole('button', { name: 'Remove filters' }).click()
    await page.getByRole('button', { name: 'Assigned to me' }).click()
    await page.getByText('No alert matches these filters.').waitFor()
    await page.getByRole('button', { name: 'Unassigned' }).click()
    await page.getByRole('link', { name: alert_id }).click()
    await heading(page, 'Fraud alert')
    await page.getByText('block list, entry').waitFor()
    await page.getByText("The model's probability of fraud").waitFor()
    assert.is(await page.locator('.bar').count(), 6)
    await page.getByRole('cell', { name: earlier }).waitFor()
    await page.getByRole('cell', { name: `${transaction_id} (this alert)` }).waitFor()
    await page.getByText('fraud.detected').waitFor()
    await page.getByText(HOSTILE.slice(0, 40)).first().waitFor()
    await page.getByRole('button', { name: 'Read the history' }).click()
    await page.getByText('The chain of hashes is intact.').waitFor()
    await page.getByRole('button', { name: 'Resolve the alert' }).click()
    await assertLooks(page, 'alert')
    assert.is(await page.evaluate('window.hacked'), undefined)
    assert.is(await page.locator('img').count(), 0)
  })
})

test('an operator assigns and resolves an alert by keyboard alone; who may not review has no such page', async () => {
  const { alert_id } = await alertOf('Corner shop')
  const [operator, auditor] = await Promise.all([started.user('operator'), started.user('auditor')])
  await withWindow(browser, url, DESK, async ({ page }) => {
    await page.goto(`${url}/console#/fraud`)
    await signIn(page, auditor)
    await heading(page, 'Not found')
    assert.is(await page.getByRole('link', { name: 'Fraud' }).count(), 0)
  })
  await withWindow(browser, url, DESK, async ({ page }) => {
    await page.goto(`${url}/console#/fraud`)
    await page.locator('#email:focus').waitFor()
    await page.keyboard.type(operator.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(operator.password)
    await page.keyboard.press('Enter')
    const [link, other] = [page.locator('tbody a').nth(0), page.locator('tbody a').nth(1)]
    await other.waitFor()
    assert.is(await link.textContent(), alert_id, 'the newest is the first')
    const isAt = async (place: typeof link) =>
      (await page.evaluate('document.activeElement.textContent')) === (await place.textContent())
    // On a busy machine the list is shown a while before it takes keys.
    const takesKeys = async () => {
      await page.keyboard.press('j')
      return isAt(link)
    }
    await until(takesKeys, Boolean)
    await page.keyboard.press('j')
    assert.ok(await isAt(other))
    const keys = page.getByRole('checkbox', { name: /^Keys/ })
    await keys.uncheck()
    await page.keyboard.press('j')
    assert.is(
      await page.evaluate('document.activeElement.type'),
      'checkbox',
      'letters do nothing when they are switched off',
    )
    await keys.check()
    await page.keyboard.press('j')
    assert.ok(await isAt(link))
    await page.keyboard.press('Enter')
    await page.getByText('fraud.detected').waitFor()
    await tabTo(page, button('Assign the alert'))
    await page.keyboard.press('Enter')
    await tabTo(page, button('Assign the alert'))
    await page.keyboard.press('Enter')
    await page.getByText('The alert is assigned.').waitFor()
    await tabTo(page, button('Resolve the alert'))
    await page.keyboard.press('Enter')
    await tabTo(page, field('outcome'))
    await page.keyboard.press('l')
    await page.keyboard.press('Tab')
    await page.keyboard.type('the user called')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('The alert is resolved.').waitFor()
    await page.getByText("An alert that is resolved can't be assigned.").waitFor()
    await page.getByText('fraud.resolved').waitFor()
  })
  const { assigned_to, resolution } = (await service.admin.get(`/fraud/alerts/${alert_id}`)).body
  assert.equal(
    [assigned_to, resolution.outcome, resolution.note, resolution.resolved_by],
    [operator.id, 'legitimate', 'the user called', operator.id],
  )
})

test('two tabs resolve one alert: the second has the conflict in words; a lost answer is looked for', async () => {
  const { alert_id } = await alertOf('Corner shop')
  await withWindow(
    browser,
    url,
    DESK,
    async ({ page, context }) => {
      await page.goto(`${url}/console#/fraud/alerts/${alert_id}`)
      await signIn(page)
      const second = await context.newPage()
      await second.goto(`${url}/console#/fraud/alerts/${alert_id}`)
      const fill = async (tab: Page, outcome: string, note: string) => {
        await tab.getByRole('button', { name: 'Resolve the alert' }).click()
        await tab
          .locator('form.action')
          .getByLabel(/^Outcome/)
          .selectOption(outcome)
        await tab.getByLabel(/^Findings/).fill(note)
      }
      await fill(second, 'confirmed_fraud', 'the card was stolen')
      await fill(page, 'legitimate', 'the user called')
      const send = (tab: Page) => tab.locator('form.action').getByRole('button', { name: 'Resolve the alert' })
      const letRead = await holdReadings(second, `**/fraud/alerts/${alert_id}`)
      await send(page).click()
      await page.getByText('The alert is resolved.').waitFor()
      const answer = second.waitForResponse('**/resolve')
      await send(second).click()
      await answer
      letRead()
      await second.getByText('it is resolved now, and your action was not done.').waitFor()
      await second.getByText('the user called').first().waitFor()
      assert.is(await second.getByLabel(/^Findings/).inputValue(), 'the card was stolen', 'what was typed is there')
      await until(() => send(second).isDisabled(), Boolean)
      await second.getByRole('button', { name: 'Discard' }).click()
      // The command arrives, and its answer gets lost.
      let sent = 0
      await second.route('**/reopen', async route => {
        sent += 1
        await route.fetch()
        await route.abort()
      })
      await second.getByRole('button', { name: 'Reopen the alert' }).click()
      await second.getByLabel(/^Why/).fill('the bank called')
      await second.locator('form.action').getByRole('button', { name: 'Reopen the alert' }).click()
      await second.getByText('No answer came, but it was done').waitFor()
      assert.is(sent, 1, 'it is not repeated')
    },
    /Failed to load resource/,
  )
  const { status, reopening } = (await service.admin.get(`/fraud/alerts/${alert_id}`)).body
  assert.equal([status, reopening.note], ['reopened', 'the bank called'])
})

test.run()
