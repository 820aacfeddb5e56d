import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import { COLUMNS_VERSION } from '#domain/fraud/features.ts'
import { toOnnx } from '#ml/trees/onnx.ts'
import { readOnnx } from '#ml/trees/read-onnx.ts'
import { MODEL_FILE } from '#services/fraud/model.ts'
import { screenshotFolder, withWindow } from '../harness/browser-page.ts'
import { logIn, until } from '../harness/client.ts'
import { DESK, heading, signIn, startConsole } from '../harness/console.ts'
import { HOSTILE, looksIn } from '../harness/console-looks.ts'
import { suite } from '../harness/suite.ts'

/** /console's pages of fraud lists, policy and models, and several alerts at once. */
const test = suite('console: fraud settings')
const folder = mkdtempSync(join(tmpdir(), 'console-fraud-'))
const FRAUD_MODELS = join(folder, 'models')
mkdirSync(FRAUD_MODELS)
const { ensemble, metadata } = readOnnx(readFileSync(MODEL_FILE))
const texts = { version: 'v2.0.0', features_version: String(COLUMNS_VERSION), reference: metadata.reference! }
writeFileSync(join(FRAUD_MODELS, 'v2.0.0.onnx'), toOnnx({ ...ensemble, bias: ensemble.bias + 1 }, texts))
const started = await startConsole({ FRAUD_MODELS })
const { service, url, browser } = started
test.after(async () => {
  await started.end()
  rmSync(folder, { recursive: true })
})
const assertLooks = looksIn(screenshotFolder('console'))

/** Alerts of different users, the oldest first. */
async function alertsOf(count: number): Promise<string[]> {
  const transactions = Array.from({ length: count }, () => ({
    ...{ transaction_id: `tx_${randomUUID()}`, user_id: `user_${randomUUID()}`, account_id: 'acc_1', amount: 12 },
    ...{ currency: 'EUR', operation_type: 'payment', timestamp: new Date().toISOString() },
  }))
  const ids: string[] = []
  for (const transaction of transactions) {
    const entry = { list: 'block', kind: 'user', value: transaction.user_id, reason: 'stolen card' }
    await service.admin.post('/fraud/lists', entry)
    assert.is((await service.admin.post('/fraud/score/realtime', { transaction })).status, 200)
    const { body } = await until(
      () => service.admin.get(`/fraud/alerts?transaction_id=${transaction.transaction_id}`),
      answer => answer.body.data.length === 1,
    )
    ids.push(body.data[0].alert_id)
  }
  return ids
}

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name }).click()
const section = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Fraud' }).getByRole('link', { name }).click()

test('an entry is added, refused where it is there already, and removed with a reason', async () => {
  const value = HOSTILE.slice(0, 120)
  await withWindow(
    browser,
    url,
    DESK,
    async ({ page }) => {
      await page.goto(`${url}/console#/fraud`)
      await signIn(page)
      await section(page, 'Lists')
      await heading(page, 'Fraud lists')
      await page.getByText('The lists are empty').waitFor()
      const add = async () => {
        await page.goto(`${url}/console#/fraud/lists/new`)
        await page.getByLabel(/^List/).selectOption('block')
        await page.getByLabel(/^Kind/).selectOption('merchant')
        await page.getByLabel(/^Value/).fill(value)
        await page.getByLabel(/^Why/).fill(`reported ${HOSTILE.slice(0, 200)}`)
        await page.getByLabel(/^Expires/).fill('2027-01-31T12:00')
      }
      await add()
      await assertLooks(page, 'add-entry')
      await press(page, 'Add the entry')
      await heading(page, 'Fraud lists')
      await page.getByRole('row').filter({ hasText: 'reported' }).waitFor()
      await add()
      await press(page, 'Add the entry')
      await page.getByText('is on the list').waitFor()
      await page.getByRole('link', { name: 'Look at the entry that is there' }).click()
      await press(page, 'Leave')
      await page.getByRole('row').filter({ hasText: 'reported' }).waitFor()
      assert.match(page.url(), /list=block&kind=merchant/)
      await assertLooks(page, 'lists')
      await press(page, /^Remove .* from the block list$/)
      await page.getByLabel(/^Why/).fill('it was a mistake')
      await press(page, 'Remove the entry')
      await page.getByText('is removed.').waitFor()
      await page.getByText('No entry matches these filters.').waitFor()
      assert.is(await page.evaluate('window.hacked'), undefined)
      assert.is(await page.locator('img').count(), 0)
    },
    /Failed to load resource/,
  )
  const { client_id } = (await service.admin.get('/api/auth/me')).body
  const { history } = (await service.admin.get(`/audit/fraud-lists/${client_id}`)).body
  assert.is(history.at(-1).facts.reason, 'it was a mistake')
})

test('a policy is saved after its changes are shown; that of another user who was faster is beside it', async () => {
  const colleague = await started.user('admin')
  const other = await logIn(url, colleague.email, colleague.password)
  const set = { alert_thresholds: { default: 0.7, by_category: { 'card games': 0.4 } }, recommendations: {} }
  assert.is((await other.send('PUT', '/fraud/policy', set)).status, 200)
  await withWindow(
    browser,
    url,
    DESK,
    async ({ page }) => {
      await page.goto(`${url}/console#/fraud/policy`)
      await signIn(page)
      await heading(page, 'Fraud policy')
      await page.getByRole('row', { name: 'Alert from the score 0.7' }).waitFor()
      await press(page, 'Change the policy')
      await section(page, 'Lists')
      await heading(page, 'Fraud lists')
      await section(page, 'Policy')
      await press(page, 'Change the policy')
      await page.getByLabel('Alert from the score').fill('0,65')
      await press(page, 'Review the changes')
      await page.getByText('"0,65" is not a number from 0 to 1').waitFor()
      await page.getByLabel('Alert from the score').fill('0.65')
      await page.getByLabel('At the level medium').selectOption('challenge')
      await assertLooks(page, 'policy-form')
      await press(page, 'Review the changes')
      await page.getByRole('row', { name: 'Alert from the score 0.7 0.65' }).waitFor()
      await page.getByRole('row', { name: 'Recommendation, level medium review (the default) challenge' }).waitFor()
      assert.is(await page.getByRole('table').getByRole('row').count(), 3, 'what stays is not among them')
      // Another user is faster.
      const faster = { ...set, alert_thresholds: { ...set.alert_thresholds, default: 0.8 }, escalation_threshold: 0.95 }
      assert.is((await other.send('PUT', '/fraud/policy', faster)).body.version, 2)
      await press(page, 'Save as version 2')
      await page.getByText('Yours began at version 1 and is not saved.').waitFor()
      await page.getByText(`was set by ${colleague.id}`).waitFor()
      await page.getByRole('row', { name: 'Alert from the score changed by both 0.7 0.8 0.65' }).waitFor()
      await page.getByRole('row', { name: /^Escalation from 0.85 \(the default\) 0.95/ }).waitFor()
      await assertLooks(page, 'policy-conflict')
      await press(page, 'Put your changes on version 2')
      assert.is(await page.getByLabel('Escalation from').inputValue(), '0.95', 'theirs')
      assert.is(await page.getByLabel('Alert from the score').inputValue(), '0.65', 'mine')
      await press(page, 'Review the changes')
      await page.getByRole('row', { name: 'Alert from the score 0.8 0.65' }).waitFor()
      // The command arrives, and its answer gets lost.
      await page.route('**/fraud/policy', async route => {
        if (route.request().method() !== 'PUT') return route.continue()
        await route.fetch()
        await route.abort()
      })
      await press(page, 'Save as version 3')
      await page.getByText('It has all that you typed.').waitFor()
      await press(page, 'Close')
      await page.getByRole('row', { name: 'Alert from the score 0.65' }).waitFor()
      await press(page, 'Read the history')
      await page.getByText('State after event 3 of 3').waitFor()
      await assertLooks(page, 'policy')
    },
    /Failed to load resource/,
  )
  const { version, alert_thresholds, escalation_threshold } = (await service.admin.get('/fraud/policy')).body
  assert.equal([version, alert_thresholds.default, escalation_threshold], [3, 0.65, 0.95])
  assert.equal(alert_thresholds.by_category, { 'card games': 0.4 })
})

test('the platform puts a model in the shadow and promotes it; others do not see the models', async () => {
  await alertsOf(1)
  await until(
    () => service.admin.get('/fraud/models'),
    ({ body }) => body.data?.[0].days.length === 1,
  )
  await withWindow(browser, url, DESK, async ({ page }) => {
    await page.goto(`${url}/console#/fraud/models`)
    await signIn(page)
    await heading(page, 'Fraud models')
    await page.getByRole('link', { name: 'v1.0.0' }).waitFor()
    await assertLooks(page, 'models')
    await page.getByRole('link', { name: 'v2.0.0' }).click()
    await heading(page, 'Fraud model')
    await page.getByText('The model has no scores of the last 14 days.').waitFor()
    await press(page, 'Put it in the shadow')
    await press(page, 'Put it in the shadow: v2.0.0')
    await page.getByText('The model scores in the shadow.').waitFor()
    await page.getByText("A model that is shadow can't be put in the shadow.").waitFor()
    await press(page, 'Promote the model')
    await page.getByText('in place of v1.0.0.').waitFor()
    await press(page, 'Discard')
    await page.getByRole('link', { name: 'All models' }).click()
    await page.getByRole('link', { name: 'v1.0.0' }).click()
    await page.getByRole('row', { name: /^\d{4}-\d\d-\d\d live/ }).waitFor()
    await assertLooks(page, 'model')
  })
  const { body } = await service.admin.get('/fraud/models')
  const statuses = body.data.map(({ version, status }: { version: string; status: string }) => [version, status])
  assert.equal(statuses, [
    ['v1.0.0', 'live'],
    ['v2.0.0', 'shadow'],
  ])
  const operator = await started.user('operator')
  await withWindow(browser, url, DESK, async ({ page }) => {
    const refused: string[] = []
    page.on('response', response => {
      if (response.status() === 403) refused.push(response.url())
    })
    await page.goto(`${url}/console#/fraud/policy`)
    await signIn(page, operator)
    await page.getByText('Administrators may change the policy.').waitFor()
    assert.is(await page.getByRole('button', { name: 'Change the policy' }).count(), 0)
    await section(page, 'Lists')
    await heading(page, 'Fraud lists')
    assert.is(await page.getByRole('link', { name: 'Add an entry' }).count(), 0)
    assert.is(await page.getByRole('link', { name: 'Models' }).count(), 0)
    for (const path of ['fraud/models', 'fraud/lists/new', 'fraud/elsewhere']) {
      await page.goto(`${url}/console#/${path}`)
      await heading(page, 'Not found')
    }
    assert.equal(refused, [])
  })
})

test('several alerts are resolved with an outcome for each; the next one is that which no other user took', async () => {
  const [oldest, ...rest] = await alertsOf(5)
  const operator = await started.user('operator')
  const mine = await logIn(url, operator.email, operator.password)
  const before = (await mine.get('/fraud/alerts?unassigned=true&limit=200')).body.data
  for (const { alert_id } of before)
    if (![oldest, ...rest].includes(alert_id))
      await mine.post(`/fraud/alerts/${alert_id}/assign`, { assigned_to: 'usr_elsewhere' })
  await withWindow(
    browser,
    url,
    DESK,
    async ({ page }) => {
      await page.goto(`${url}/console#/fraud?unassigned=true&sort=oldest`)
      await signIn(page, operator)
      await page.getByRole('link', { name: oldest! }).waitFor()
      // Another user takes the oldest after the list was read, in the way of the command.
      await page.route('**/assign', async route => {
        if (route.request().url().includes(oldest!))
          await service.admin.post(`/fraud/alerts/${oldest}/assign`, { expected_assigned_to: null })
        await route.continue()
      })
      await press(page, 'Take the next')
      await heading(page, 'Fraud alert')
      assert.match(page.url(), rest[0]!, 'the one after it')
      await page.getByText(/ \(you\)$/).waitFor()
      await page.goBack()
      await page.getByRole('link', { name: rest[1]! }).waitFor()
      await page.getByRole('link', { name: rest[1]! }).focus()
      await page.keyboard.press('x')
      await page.getByText('1 alert selected').waitFor()
      await page.getByLabel(`Select ${rest[2]}`).check()
      await page.getByLabel(`Select ${rest[3]}`).check()
      await press(page, 'Resolve 3 alerts')
      await page.getByLabel(/^Outcome/).selectOption('legitimate')
      await page.getByLabel(/^Findings/).fill('the user called')
      await assertLooks(page, 'several-alerts')
      // Another user resolves the second of them; the answer about the third gets lost before it arrives.
      const by = { outcome: 'confirmed_fraud', note: 'stolen' }
      assert.is((await service.admin.post(`/fraud/alerts/${rest[2]}/resolve`, by)).status, 200)
      await page.route(`**/${rest[3]}/resolve`, route => route.abort())
      await press(page, 'Resolve 3 alerts now')
      const outcome = (alert: string) => page.getByRole('row').filter({ hasText: alert })
      await outcome(rest[1]!).getByText('done', { exact: true }).waitFor()
      await outcome(rest[2]!).getByText('already done by another: it is resolved now').waitFor()
      await outcome(rest[3]!).getByText('unknown: no answer came.').waitFor()
      await page.getByText('1 of 3 done.').waitFor()
      await assertLooks(page, 'several-outcomes')
    },
    /Failed to load resource/,
  )
  const { body } = await mine.get('/fraud/alerts?status=all&limit=200')
  const resolved = rest
    .slice(1)
    .map(id => body.data.find((alert: { alert_id: string }) => alert.alert_id === id).outcome)
  assert.equal(resolved, ['legitimate', 'confirmed_fraud', null])
})

test.run()
