import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import { PLATFORM_SCOPES, ROLE_DESCRIPTIONS, ROLE_SCOPES } from '#console/team/roles.ts'
import { platformRoleScopes, roleScopes } from '#domain/auth/roles.ts'
import { freePort } from '#embedded/free-port.ts'
import { screenshotFolder, withWindow } from '../harness/browser-page.ts'
import { logIn, until } from '../harness/client.ts'
import { DESK, heading, type Person, signIn, startConsole } from '../harness/console.ts'
import { HOSTILE, looksIn } from '../harness/console-looks.ts'
import { ADMIN } from '../harness/service.ts'
import { suite } from '../harness/suite.ts'

/** /console's pages of the team and of the own account, as administrators and their colleagues have them. */
const test = suite('console: team and account')
/** By default WebAuthn keys are for pages of the service itself on `localhost`, whose port has to be known before. */
const PORT = await freePort()
const started = await startConsole({ PORT: String(PORT) })
const { service, browser } = started
const { admin } = service
const url = `http://localhost:${PORT}`
test.after(() => started.end())
const assertLooks = looksIn(screenshotFolder('console'))
/** The API refuses names with characters that turn text. */
const NAME = HOSTILE.replaceAll('\u202e', '').slice(0, 140)
const PASSWORD = 'a first password'
/** The browser's own note of a response that a test provokes. */
const REFUSED = /Failed to load resource: the server responded with a status of 4\d\d/

const pressIn = (page: Page) => (name: string) => page.getByRole('button', { name, exact: true }).click()
const openAs = async (page: Page, place: string, person?: Person) => {
  await page.goto(`${url}/console#/${place}`)
  await signIn(page, person)
}
/** A key in the browser that asks no person. */
async function addAuthenticator(context: BrowserContext, page: Page) {
  const session = await context.newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
  return {
    verifies: (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

test('the roles of the console are those of the service', () => {
  assert.equal(ROLE_SCOPES, roleScopes)
  assert.equal(PLATFORM_SCOPES, platformRoleScopes)
  assert.equal(Object.keys(ROLE_DESCRIPTIONS), Object.keys(roleScopes))
})

test('a colleague is created, changed, signed out and disabled; what others wrote is text', async () => {
  await withWindow(
    browser,
    url,
    DESK,
    async ({ page }) => {
      const press = pressIn(page)
      await openAs(page, 'team')
      await heading(page, 'Users')
      await page.getByRole('link', { name: 'Create a user' }).click()
      await heading(page, 'Create a user')
      await page.getByLabel(/^E-mail address/).fill('colleague@bank.example')
      await page.getByLabel(/^Name/).fill(NAME)
      await page.getByLabel(/^Role/).selectOption('operator')
      await page.getByText('An integrator who may also void refunds').waitFor()
      await page.getByLabel(/^First password/).fill('short')
      await press('Create the user')
      await page.getByRole('alert').getByText('password').first().waitFor()
      await assertLooks(page, 'create-user')
      await page.getByLabel(/^First password/).fill(PASSWORD)
      await press('Create the user')
      await heading(page, 'User')
      await page.getByText(NAME.trim()).first().waitFor()
      assert.is(await page.evaluate('window.hacked'), undefined)
      const user_id = page.url().split('/').at(-1)!

      const colleague = await logIn(service.url, 'colleague@bank.example', PASSWORD)
      await press('Reload the sessions')
      await page.getByRole('row', { name: /password/ }).waitFor()
      await assertLooks(page, 'user')
      await press('End all sessions')
      await page.locator('form').getByRole('button', { name: 'End all sessions' }).click()
      await page.getByText('All sessions have ended.').waitFor()
      await until(
        () => colleague.get('/api/auth/me'),
        ({ status }) => status === 401,
      )
      await press('Change the role')
      await page.getByLabel(/^Role/).selectOption('auditor')
      await page.locator('form').getByRole('button', { name: 'Change the role' }).click()
      await page.getByText('The role is changed.').waitFor()
      await press('Disable the user')
      await page.locator('form').getByRole('button', { name: 'Disable the user' }).click()
      await page.getByText('The user is disabled.', { exact: true }).first().waitFor()
      const { body } = await admin.get(`/admin/users/${user_id}`)
      assert.equal([body.role, body.status, body.display_name], ['auditor', 'disabled', NAME.trim()])
      const events = await service.service.store.read(`user-${user_id}`)
      assert.equal(
        events.map(({ type }) => type),
        [...['UserRegistered', 'UserDisplayNameChanged', 'UserSessionsRevoked', 'UserRoleChanged', 'UserDisabled']],
      )

      await page.getByRole('link', { name: 'Users', exact: true }).click()
      await page.getByLabel('Find by e-mail address').fill('nobody@bank.example')
      await press('Find')
      await page.getByText('No user of this client has this address.').waitFor()
      await page.getByLabel('Find by e-mail address').fill('COLLEAGUE@bank.example')
      await assertLooks(page, 'users')
      await press('Find')
      await heading(page, 'User')
      assert.not.match(page.url(), /@/)
      await page.goto(`${url}/console#/team/users/usr_unknown`)
      await page.getByRole('alert').getByText('NOT_FOUND').waitFor()
    },
    REFUSED,
  )
})

test('a service account shows its secret once, is replaced and revoked', async () => {
  await withWindow(browser, url, DESK, async ({ page }) => {
    const press = pressIn(page)
    await openAs(page, 'team/service-accounts')
    await heading(page, 'Service accounts')
    await page.getByRole('link', { name: 'Create a service account' }).click()
    await page.getByLabel(/^Name/).fill('refund worker')
    await page.getByLabel('refund:read', { exact: true }).check()
    assert.is(await page.getByLabel('users:admin', { exact: true }).count(), 0)
    await assertLooks(page, 'create-service-account')
    await press('Create the account')
    const texts = page.locator('.copyable code')
    await page.getByText('It is shown now and never again.').waitFor()
    const [email, secret] = (await texts.allTextContents()) as [string, string]
    const machine = await logIn(service.url, email, secret)
    assert.equal((await machine.get('/api/auth/me')).body.scopes, ['refund:read'])
    await press('I have stored it')
    await heading(page, 'Service account')
    assert.not((await page.content()).includes(secret))
    await assertLooks(page, 'service-account')
    await press('Replace the secret')
    await page.getByRole('link', { name: 'Create another account' }).click()
    await heading(page, 'Create a service account')
    await page.locator('input:checked').waitFor()
    assert.is(await page.getByLabel(/^Name/).inputValue(), 'refund worker')
    assert.ok(await page.getByLabel('refund:read', { exact: true }).isChecked())
    await page.goBack()
    await press('Leave')
    await heading(page, 'Service account')
    await press('Revoke the account')
    await press('Revoke it now')
    await page.getByText('The account is revoked. Its tokens').waitFor()
    await until(
      () => machine.get('/api/auth/me'),
      ({ status }) => status === 401,
    )
  })
})

test('an administrator of the platform has the clients, others do not', async () => {
  const { body: bank } = await admin.post('/admin/clients', { name: 'Bank in the console' })
  const person = { email: 'chief@other.example', password: PASSWORD }
  await admin.post('/admin/users', { ...person, role: 'admin', client_id: bank.client_id })
  await withWindow(browser, url, DESK, async ({ page }) => {
    const press = pressIn(page)
    await openAs(page, 'team/clients/new')
    await page.getByLabel(/^Name/).fill('New Bank')
    await page.getByLabel(/^Tier/).selectOption('C')
    await press('Create the client')
    await heading(page, 'Client')
    await press('Change name or tier')
    await page.getByLabel(/^Tier/).selectOption('A')
    await page.locator('form').getByRole('button', { name: 'Change name or tier' }).click()
    await page.getByText('The client is changed.').waitFor()
    await assertLooks(page, 'client')
    await page.getByRole('link', { name: 'All clients' }).click()
    await page.getByRole('link', { name: 'Bank in the console' }).click()
    await page.getByRole('link', { name: 'Its users' }).click()
    await page.getByText('chief@other.example').waitFor()
    await page.getByRole('link', { name: 'Roles', exact: true }).click()
    await page.getByText('audit:read:any').first().waitFor()
    await assertLooks(page, 'roles')
    await press('Sign out')
    await signIn(page, person)
    await heading(page, 'Overview')
    await page.goto(`${url}/console#/team`)
    await heading(page, 'Users')
    assert.is(await page.getByRole('link', { name: 'Clients', exact: true }).count(), 0)
    await page.getByText('chief@other.example').waitFor()
    assert.is(await page.getByText(ADMIN.email).count(), 0)
  })
})

test('a user of any role but consumer changes name and password, ends sessions, and has keys that sign in', async () => {
  const auditor = await started.user('auditor')
  const elsewhere = await logIn(service.url, auditor.email, auditor.password)
  await withWindow(
    browser,
    url,
    DESK,
    async ({ page, context }) => {
      const press = pressIn(page)
      const authenticator = await addAuthenticator(context, page)
      await openAs(page, 'account', auditor)
      await heading(page, 'Account')
      assert.is(await page.getByRole('link', { name: 'Team', exact: true }).count(), 0)
      await press('Change your name')
      await page.getByLabel('Name', { exact: true }).fill('Auguste Auditor')
      await page.locator('form').getByRole('button', { name: 'Change your name' }).click()
      await page.getByText('Your name is changed.').waitFor()
      await page.getByText('Auguste Auditor').first().waitFor()

      await page.getByLabel(/^Name of the new key/).fill('a laptop')
      await press('Add a key')
      await page.getByText('The key is registered.').waitFor()
      await page.getByRole('cell', { name: 'a laptop', exact: true }).waitFor()
      await assertLooks(page, 'account')
      await page
        .getByRole('button', { name: /^End the session/ })
        .first()
        .click()
      await until(
        () => elsewhere.get('/api/auth/me'),
        ({ status }) => status === 401,
      )
      await press('Sign out')
      await assertLooks(page, 'sign-in-with-key')
      await authenticator.verifies(false)
      await press('Use a WebAuthn key')
      await page.getByRole('alert').getByText('No key was used').waitFor()
      await authenticator.verifies(true)
      await press('Use a WebAuthn key')
      await heading(page, 'Account')
      await page.getByRole('row', { name: /WebAuthn key.*this session|this session.*WebAuthn key/ }).waitFor()
      await press('Remove the key a laptop')
      await page.getByText('You have no keys.').waitFor()
      await press('Sign out everywhere')
      await page.getByText('You are signed out.').waitFor()
      await press('Use a WebAuthn key')
      await page.getByRole('alert').getByText('AUTH_001').waitFor()

      await signIn(page, auditor)
      await heading(page, 'Account')
      await press('Change your password')
      await page.getByLabel(/^Current password/).fill(auditor.password)
      await page.getByLabel(/^New password \(/).fill('another good password')
      await page.getByLabel(/^New password again/).fill('another good passwort')
      await page.locator('form').getByRole('button', { name: 'Change your password' }).click()
      await page.getByRole('alert').getByText('The new passwords differ.').waitFor()
      await page.getByLabel(/^New password again/).fill('another good password')
      await page.locator('form').getByRole('button', { name: 'Change your password' }).click()
      await page.getByText('You are signed out.').waitFor()
      await signIn(page, { ...auditor, password: 'another good password' })
      await heading(page, 'Account')
    },
    REFUSED,
  )
})

test('an alert is assigned to a colleague by name, and its page names the colleague', async () => {
  const display_name = 'Olivia <i>Operator</i>'
  const [operator, user_id] = [await started.user('operator'), `customer_${randomUUID()}`]
  await admin.send('PATCH', `/admin/users/${operator.id}`, { display_name })
  await admin.post('/fraud/lists', { list: 'block', kind: 'user', value: user_id, reason: 'stolen card' })
  const transaction = {
    ...{ transaction_id: `tx_${randomUUID()}`, user_id, account_id: 'acc_1', amount: 99.5, currency: 'EUR' },
    ...{ operation_type: 'payment', merchant: { id: 'm_1', name: 'Shop', category: 'games' } },
    timestamp: new Date().toISOString(),
  }
  const scored = await admin.post('/fraud/score/realtime', { transaction })
  assert.is(scored.status, 200, scored.text)
  const { body } = await until(
    () => admin.get(`/fraud/alerts?transaction_id=${transaction.transaction_id}`),
    list => list.body.data.length === 1,
  )
  const { alert_id } = body.data[0]
  await until(
    () => admin.get(`/users/names?ids=${operator.id}`),
    names => names.body.data[0]?.display_name === display_name,
  )
  await withWindow(browser, url, DESK, async ({ page }) => {
    await openAs(page, `fraud/alerts/${alert_id}`)
    await heading(page, 'Fraud alert')
    const form = page.locator('form.action')
    await page.getByRole('button', { name: 'Assign the alert' }).click()
    await form.getByLabel('To whom').selectOption({ label: `${display_name} (operator)` })
    await form.getByRole('button', { name: 'Assign the alert' }).click()
    await page.getByText('The alert is assigned.').waitFor()
    await page.locator(`dd [title="${operator.id}"]`, { hasText: display_name }).waitFor()
    await page.getByRole('link', { name: 'Fraud', exact: true }).click()
    await heading(page, 'Fraud alerts')
    await page.getByText('More filters').click()
    await page.locator('datalist option').first().waitFor({ state: 'attached' })
    await page.getByLabel('Assigned to', { exact: true }).fill(display_name.toUpperCase())
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.waitForURL(new RegExp(`assigned_to=${operator.id}`))
    await page.getByRole('link', { name: alert_id }).waitFor()
    assert.is(await page.getByLabel('Assigned to', { exact: true }).inputValue(), display_name)
    await assertLooks(page, 'alerts-by-assignee')
  })
  assert.is((await admin.get(`/fraud/alerts/${alert_id}`)).body.assigned_to, operator.id)
})

test('at an address that the service does not name, the page says where keys are taken', async () => {
  await withWindow(browser, service.url, DESK, async ({ page }) => {
    await page.goto(`${service.url}/console`)
    await page.getByRole('button', { name: 'Use a WebAuthn key' }).click()
    await page.getByRole('alert').getByText(`http://localhost:${PORT}`).waitFor()
  })
})

test.run()
