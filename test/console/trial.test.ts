import { readFileSync, rmSync } from 'node:fs'
import type { Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import { screenshotFolder, withWindow } from '../harness/browser-page.ts'
import { startChromium } from '../harness/chromium.ts'
import { logIn, until } from '../harness/client.ts'
import { DESK, heading } from '../harness/console.ts'
import { personBefore } from '../harness/console-person.ts'
import { dataFolder } from '../harness/data-folder.ts'
import { keepLine } from '../harness/log.ts'
import { runProgram } from '../harness/run-program.ts'
import { noteSecret } from '../harness/secrets.ts'
import { spawnStart } from '../harness/spawned-service.ts'
import { suite } from '../harness/suite.ts'
import { spawnListening } from '../listen/listener.ts'

/** The trial of a new user: what the programs of the README start and print, then /console, by clicks alone. */
const test = suite('console: trial')

const CLICKS_MAX = 40
/** The service signs one every minute. */
const CHECKPOINT_MS_MAX = 90_000
/** The beneficiary's account in the demo. */
const ACCOUNT_NUMBER = '7000440001'
const COLLEAGUE = { email: 'grace@bank.example', password: 'a password of Grace' }
/** The browser's own note of the proof that no checkpoint covers yet. */
const NO_PROOF_YET = /Failed to load resource: the server responded with a status of 503/

const DATA_DIR = dataFolder('trial-')
const environment = { DATA_DIR, EVENTSTORE_URL: '' }
const printed: string[] = []
const started = { ...environment, PORT: '0', LOG_LEVEL: 'trace', VOID_FOUR_EYES: 'true' }
const service = await spawnStart(started, line => {
  printed.push(line)
  // It is for the terminal, and names the address of the administrator.
  if (!line.startsWith('administrator ')) keepLine(line)
})
const [first, second] = [await startChromium(), await startChromium()]
let listener: ReturnType<typeof spawnListening> | undefined
test.after(async () => {
  listener?.child.kill('SIGINT')
  await listener?.ended
  await Promise.all([first.close(), second.close()])
  service.child.kill('SIGTERM')
  await service.gone
  rmSync(DATA_DIR, { recursive: true, force: true })
})

/** What follows a word at the beginning of a line of `npm start`. */
function printedAfter(word: string): string {
  const line = printed.find(text => text.startsWith(`${word} `))
  assert.ok(line, `${word} is printed`)
  return line!.slice(word.length + 1)
}

/** `npm run demo`, and what it prints. */
async function demo(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await runProgram('src/programs/demo/main.ts', args, environment)
  assert.is(status, 0, stderr)
  return stdout
}

type Person = Awaited<ReturnType<typeof personBefore>>

test('a new user voids, verifies and resolves within 40 clicks, and types no address after the first', async () => {
  const folder = screenshotFolder('console-trial')
  const address = printedAfter('console')
  const [email = '', passwordFile = ''] = printedAfter('administrator').split(', password in ')
  const { password } = JSON.parse(readFileSync(passwordFile, 'utf8'))
  const [refund_id = ''] = /rf_[\w-]+/.exec(await demo()) ?? []
  await demo('--fill')
  listener = spawnListening([], environment)
  const [, webhook_id = '', receiver = ''] = await listener.line(/^endpoint (wh_\S+) of \S+ at (\S+),/m)
  noteSecret(password, ACCOUNT_NUMBER, ...Object.values(COLLEAGUE))
  let clicks = 0

  async function openRefund(page: Page, person: Person) {
    await person.link('Refunds')
    await heading(page, 'Refunds')
    await person.link(refund_id)
    await page.getByText('Card not present fraud', { exact: true }).waitFor()
  }

  async function voidAsColleague() {
    await withWindow(second, service.url, DESK, async ({ page }) => {
      const colleague = await personBefore(page, folder)
      await page.goto(address)
      await colleague.signIn(COLLEAGUE.email, COLLEAGUE.password)
      await heading(page, 'Overview')
      await colleague.look('10-overview-of-the-colleague')
      await openRefund(page, colleague)
      await colleague.button('Void the refund')
      await colleague.choose(page.getByLabel(/^Reason/), 'fraud_not_confirmed')
      await colleague.look('11-void')
      await colleague.button('Void the refund', page.locator('form.action'))
      await page.getByText('The refund is voided.', { exact: true }).waitFor()
      await page.getByText('refund.voided', { exact: true }).waitFor()
      await colleague.click(page.getByText('Its deliveries', { exact: true }).first())
      await page.getByRole('link', { name: webhook_id }).waitFor()
      await colleague.look('12-voided')
      assert.equal([colleague.unlinked, colleague.documents()], [[], 1])
      clicks += colleague.clicks()
      assertKeepsNoSecret(colleague)
    })
  }

  function assertKeepsNoSecret({ kept, tokens }: Person) {
    assert.ok(tokens.size > 0)
    for (const secret of [...tokens, email, password, ACCOUNT_NUMBER, 'Ada Lovelace', ...Object.values(COLLEAGUE)])
      for (const text of kept()) assert.not(text.includes(secret), `nothing secret is kept: ${text.slice(0, 200)}`)
  }

  async function verifyProof(page: Page, person: Person) {
    const valid = page.getByText('valid', { exact: true })
    const refused = page.getByRole('alert').getByText('no checkpoint covers it yet')
    const from = Date.now()
    await person.button('Read and verify the proof')
    await valid.or(refused).waitFor()
    if (await valid.isVisible()) return
    await person.look('16-no-proof-yet')
    const api = await logIn(service.url, email, password)
    // An earlier one covers what was there before.
    const isSigned = ({ body }: { body: { checkpoint: { at: string } | null } }) =>
      body.checkpoint !== null && Date.parse(body.checkpoint.at) > from
    await until(() => api.get('/audit/status'), isSigned, CHECKPOINT_MS_MAX)
    await person.button('Read and verify the proof')
    await valid.waitFor()
  }

  await withWindow(
    first,
    service.url,
    DESK,
    async ({ page }) => {
      const admin = await personBefore(page, folder)
      await page.goto(address)
      await heading(page, 'Security Service console')
      await admin.look('01-sign-in')
      await admin.signIn(email, password)
      await heading(page, 'Overview')
      await admin.look('02-overview')
      await openRefund(page, admin)
      await page.getByText('100.25 EUR').first().waitFor()
      await page.locator('.status-completed').waitFor()
      await admin.look('03-refund')

      await admin.link('Team')
      await heading(page, 'Users')
      await admin.look('04-team')
      await admin.link('Create a user')
      await admin.type(page.getByLabel(/^E-mail address/), COLLEAGUE.email)
      await admin.type(page.getByLabel(/^Name/), 'Grace')
      await admin.choose(page.getByLabel(/^Role/), 'operator')
      await admin.type(page.getByLabel(/^First password/), COLLEAGUE.password)
      await admin.look('05-new-colleague')
      await admin.button('Create the user')
      await heading(page, 'User')
      await admin.look('06-colleague')

      await openRefund(page, admin)
      await page.getByText('another operator or administrator has to void it').waitFor()
      assert.is(await page.getByRole('button', { name: 'Void the refund' }).count(), 0)
      await admin.look('07-refused')

      await admin.link('Webhooks')
      await heading(page, 'Webhooks')
      await admin.look('08-webhooks')
      await admin.link(receiver)
      await heading(page, 'Endpoint')
      await admin.look('09-endpoint')
      await voidAsColleague()
      const delivery = page.getByRole('row').filter({ hasText: 'refund.voided' })
      await delivery.getByText('succeeded').waitFor()
      await admin.look('13-delivered')
      await listener!.line(new RegExp(`refund\\.voided {2}${refund_id} {2}verified {2}answered 200`))
      await admin.click(delivery.getByRole('link'))
      await heading(page, 'Delivery')
      await page.getByRole('link', { name: refund_id }).waitFor()
      await admin.look('14-delivery')

      await admin.link(refund_id)
      await heading(page, 'Refund')
      await admin.button('Read the history')
      await page.getByText('The chain of hashes is intact.').waitFor()
      await admin.look('15-history')
      await admin.link('Proof of the record')
      await verifyProof(page, admin)
      await admin.look('17-proof')

      await admin.link('Fraud')
      await heading(page, 'Fraud alerts')
      await admin.look('18-alerts')
      await admin.click(page.locator('tbody a').first())
      await heading(page, 'Fraud alert')
      await page.getByRole('heading', { name: 'How it was scored' }).waitFor()
      await admin.look('19-alert')
      await admin.button('Resolve the alert')
      const form = page.locator('form.action')
      await admin.choose(form.getByLabel(/^Outcome/), 'confirmed_fraud')
      await admin.type(form.getByLabel(/^Findings/), 'The customer did not pay there.')
      await admin.button('Resolve the alert', form)
      await page.getByText('The alert is resolved.', { exact: true }).waitFor()
      await page.getByText('fraud.resolved', { exact: true }).waitFor()
      await admin.look('20-resolved')

      clicks += admin.clicks()
      assert.is(admin.documents(), 1)
      assert.is(admin.unlinked.length, 1, `the page of the new colleague alone: ${admin.unlinked}`)
      assert.match(admin.unlinked[0]!, '#/team/users/usr_')
      assertKeepsNoSecret(admin)
    },
    NO_PROOF_YET,
  )
  console.log(`${clicks} clicks`)
  assert.ok(clicks <= CLICKS_MAX, `${clicks} clicks`)
  for (const line of printed.filter(text => !text.startsWith('administrator ')))
    for (const secret of [password, ACCOUNT_NUMBER, ...Object.values(COLLEAGUE)])
      assert.not(line.includes(secret), `nothing secret is logged: ${line.slice(0, 200)}`)
})

test.run()
