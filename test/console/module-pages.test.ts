import { randomUUID } from 'node:crypto'
import * as assert from 'uvu/assert'
import { screenshotFolder, withWindow } from '../harness/browser-page.ts'
import { DESK, heading, signIn, startConsole } from '../harness/console.ts'
import { HOSTILE, looksIn } from '../harness/console-looks.ts'
import { suite } from '../harness/suite.ts'

/** /console's pages of messages, tunnels, pushes and detections as their users have them. */
const test = suite('console: SMS, VPN, push and detections')
const started = await startConsole()
const { service, url, browser } = started
test.after(() => started.end())
const assertLooks = looksIn(screenshotFolder('console'))

const LINK = 'https://bbva-quokka-login.top/zx81'
const PHISHING = `BBVA: your account is locked. Verify at ${LINK} or lose access`

async function made<T>(path: string, body: object, status: number): Promise<T> {
  const answer = await service.admin.post(path, body)
  assert.is(answer.status, status, answer.text)
  return answer.body
}

test('messages: the evidence is marked in the text, where nothing is a link', async () => {
  const message = {
    ...{ sender: '+34611223344', platform: 'android', user_id: `<b>user</b>_${randomUUID()}` },
    message_content: `${PHISHING} ${HOSTILE.slice(0, 300)}`,
  }
  const { analysis_id } = await made<{ analysis_id: string }>('/sms/analyze', message, 200)
  await withWindow(browser, url, DESK, async ({ page }) => {
    await page.goto(`${url}/console#/sms`)
    await signIn(page)
    await heading(page, 'Messages')
    await page.getByRole('link', { name: analysis_id }).waitFor()
    await assertLooks(page, 'sms-list')
    await page.getByLabel('Reported as').selectOption('promotion')
    await page.getByText('There are no analyses that match these filters.').waitFor()
    assert.match(page.url(), /#\/sms\?verdict=promotion$/)
    await page.getByRole('button', { name: 'Remove filters' }).click()
    await page.getByRole('link', { name: analysis_id }).click()
    await heading(page, 'Message')
    await page.locator('mark', { hasText: 'bbva-quokka-login.top' }).first().waitFor()
    await page.getByText('url.malicious_detected').waitFor()
    await page.getByRole('button', { name: 'Read the history' }).click()
    await page.getByText('The chain of hashes is intact.').waitFor()
    await assertLooks(page, 'sms')
    assert.is(await page.locator('main a[href*="quokka"], main img, main b').count(), 0)
    assert.is(await page.evaluate('window.hacked'), undefined)
    assert.not(page.url().includes('quokka'))
  })
})

test('a message is analysed once although its answer is lost; the quota is shown, and it is reported', async () => {
  await withWindow(
    browser,
    url,
    DESK,
    async ({ page }) => {
      await page.goto(`${url}/console#/sms`)
      await signIn(page)
      await page.getByRole('link', { name: 'Analyse a message' }).click()
      await heading(page, 'Analyse a message')
      await page.getByLabel(/^Text/).fill(`Ω ${PHISHING}`)
      await page.getByLabel(/^Sender/).fill('BBVA')
      const send = page.getByRole('button', { name: 'Analyse the message' })
      let sent = 0
      await page.route('**/sms/analyze', async route => {
        sent += 1
        await route.fetch()
        await route.abort()
      })
      await send.click()
      await page.getByText('It is not known whether this was done.').waitFor()
      assert.is(sent, 1, 'it is not repeated by itself')
      await assertLooks(page, 'sms-analyse')
      await page.unroute('**/sms/analyze')
      await send.click()
      await heading(page, 'Message')
      await page.getByText(/messages are left until/).waitFor()
      await page.locator('mark', { hasText: 'account is locked' }).waitFor()
      await page.getByRole('button', { name: 'Report what it was' }).click()
      await page.getByLabel(/^What the message was/).selectOption('phishing')
      await page.locator('form.action').getByRole('button', { name: 'Report what it was' }).click()
      await page.getByText('The report is recorded.').waitFor()
      await page.getByText('Reported by').waitFor()
      assert.is(
        await page.evaluate('location.href + document.title').then(text => /BBVA|locked/.test(String(text))),
        false,
      )
    },
    /Failed to load resource/,
  )
  const { body } = await service.admin.get('/sms/analyses?verdict=phishing')
  const all = await service.admin.get('/sms/analyses?limit=200')
  assert.is(body.data.length, 1)
  const own = all.body.data.filter(({ device_id }: { device_id: string | null }) => device_id?.startsWith('console_'))
  assert.is(own.length, 1, 'analysed and charged once')
})

test('detections: the list, its filters, and what was reported as text', async () => {
  const id = `m_${randomUUID()}`
  const leak = { id, email: 'ada@leaked.example', source: HOSTILE.slice(0, 40), exposed: ['password', '<b>pin</b>'] }
  await made('/detections/darkweb', { ...leak, severity: 'high' }, 201)
  await made('/detections/spam-call', { id, caller: '+34600000000' }, 201)
  await withWindow(browser, url, DESK, async ({ page }) => {
    await page.goto(`${url}/console#/detections`)
    await signIn(page, await started.user('auditor'))
    await heading(page, 'Detections')
    await page.getByRole('cell', { name: 'Blocked call' }).waitFor()
    await assertLooks(page, 'detections')
    await page.getByLabel('Kind').selectOption('darkweb.leak_detected')
    await page.waitForURL(/#\/detections\?kind=darkweb\.leak_detected$/)
    await page.getByText('1 detection', { exact: true }).waitFor()
    await page.locator('tbody a').click()
    await heading(page, 'Detection')
    await page.getByText('ada@leaked.example').first().waitFor()
    await page.getByText('darkweb.leak_detected').first().waitFor()
    await assertLooks(page, 'detection')
    assert.is(await page.locator('main img, main b').count(), 0)
    assert.not(String(await page.evaluate('document.title + location.href')).includes('leaked.example'))
  })
})

test('a detection is reported by hand, once although its answer is lost; who may only read has no form', async () => {
  await withWindow(browser, url, DESK, async ({ page }) => {
    await page.goto(`${url}/console#/detections/new`)
    await signIn(page, await started.user('auditor'))
    await page.getByText('This page does not exist').waitFor()
    await page.getByRole('link', { name: 'Detections' }).click()
    await heading(page, 'Detections')
    assert.is(await page.getByRole('link', { name: 'Report a detection' }).count(), 0)
  })
  await withWindow(
    browser,
    url,
    DESK,
    async ({ page }) => {
      await page.goto(`${url}/console#/detections`)
      await signIn(page, await started.user('integrator'))
      await page.getByRole('link', { name: 'Report a detection' }).click()
      await heading(page, 'Report a detection')
      await page.getByLabel('Kind', { exact: true }).selectOption('spam.call_blocked')
      await page.getByLabel(/^Number that called/).fill('600')
      await page.getByLabel('Severity').selectOption('medium')
      const send = page.getByRole('button', { name: 'Report the detection' })
      await send.click()
      await page.getByRole('alert').getByText('caller').waitFor()
      await page.getByLabel(/^Number that called/).fill('+34600111222')
      await assertLooks(page, 'detection-report')
      await page.route('**/detections/spam-call', async route => {
        await route.fetch()
        await route.abort()
      })
      await send.click()
      await page.getByText('It is not known whether this was done.').waitFor()
      await page.unroute('**/detections/spam-call')
      await send.click()
      await page.getByText('This id was recorded before, with the same content.').waitFor()
      await page.getByRole('link', { name: 'Detections of this kind' }).click()
      await page.getByRole('cell', { name: 'medium' }).waitFor()
      assert.not(page.url().includes('600111222'))
    },
    /Failed to load resource/,
  )
})

test("push: a user's devices and notifications, and the client's preferences", async () => {
  const user_id = `user_${randomUUID()}`
  const device = { user_id, device_id: HOSTILE.slice(0, 100), platform: 'ios', push_token: 'ab'.repeat(32) }
  await made('/notifications/devices', device, 200)
  const words = { title: HOSTILE.slice(0, 150), body: HOSTILE.slice(0, 500), category: 'refund_status' }
  await made('/notifications/send', { user_id, notification: words }, 200)
  const path = '/notifications/preferences'
  const categories = async () => {
    const { vpn_status, fraud_alert } = (await service.admin.get(path)).body.categories
    return { vpn_status, fraud_alert }
  }
  await withWindow(
    browser,
    url,
    DESK,
    async ({ page }) => {
      await page.goto(`${url}/console#/push`)
      await signIn(page)
      await heading(page, 'Push')
      await page.getByText('Enter the id of a user, to see').waitFor()
      const user = page.getByLabel('User', { exact: true })
      await user.fill('ada@bank.example')
      await page.getByRole('button', { name: 'Show' }).click()
      assert.match(page.url(), /#\/push$/, 'an e-mail address does not go into the address')
      await user.fill(user_id)
      await page.getByRole('button', { name: 'Show' }).click()
      await page.waitForURL(new RegExp(`#/push\\?user_id=${user_id}$`))
      await page.getByText('1 that match, 1 unread in all').waitFor()
      await page.getByRole('cell', { name: 'refund_status' }).waitFor()
      await page.getByRole('cell', { name: 'ios' }).waitFor()
      await assertLooks(page, 'push')
      assert.is(await page.locator('main img').count(), 0)
      await page.getByLabel('Category').selectOption('system')
      await page.getByText('0 that match, 1 unread in all').waitFor()
      await page.getByRole('link', { name: 'Preferences' }).click()
      await heading(page, 'Notification preferences')
      await page.getByText('vpn_status', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Change the preferences' }).click()
      await page.getByRole('checkbox', { name: 'vpn_status' }).uncheck()
      await page.getByLabel('Quiet hours').selectOption('set')
      await page.getByLabel(/^From/).fill('22:00')
      await page.getByLabel(/^To/).fill('07:00')
      await page.getByLabel(/^Time zone/).fill('Europe/Nowhere')
      await assertLooks(page, 'push-preferences')
      const set = page.getByRole('button', { name: 'Set the preferences' })
      await set.click()
      await page.getByRole('alert').getByText('timezone').waitFor()
      await page.getByLabel(/^Time zone/).fill('Europe/Madrid')
      const colleague = await service.admin.send('PUT', path, { categories: { fraud_alert: false } })
      assert.is(colleague.status, 200, colleague.text)
      await set.click()
      await page.getByRole('alert').getByText('fraud_alert: on off').waitFor()
      assert.equal(await categories(), { vpn_status: true, fraud_alert: false }, 'not replaced unseen')
      await assertLooks(page, 'push-preferences-changed')
      await set.click()
      await page.getByText('from 22:00 to 07:00, Europe/Madrid').waitFor()
    },
    /status of 4(00|09)/,
  )
  assert.equal(await categories(), { vpn_status: false, fraud_alert: false })
})

test('push: a notification is sent once although its answers are lost; who may not send has no form', async () => {
  const user_id = `user_${randomUUID()}`
  await made('/notifications/devices', { user_id, device_id: 'd_1', platform: 'ios', push_token: 'cd'.repeat(32) }, 200)
  await withWindow(browser, url, DESK, async ({ page }) => {
    await page.goto(`${url}/console#/push/send`)
    await signIn(page, await started.user('auditor'))
    await page.getByText('This page does not exist').waitFor()
  })
  await withWindow(
    browser,
    url,
    DESK,
    async ({ page }) => {
      await page.goto(`${url}/console#/push/send`)
      await signIn(page)
      await heading(page, 'Send a notification')
      await page.getByLabel(/^User/).fill(user_id)
      await page.getByLabel(/^Category/).selectOption('system')
      await page.getByLabel(/^Title/).fill('Maintenance')
      await page.getByLabel(/^Text/).fill('Tonight from 22:00')
      await assertLooks(page, 'push-send')
      const send = page.getByRole('button', { name: 'Send the notification' })
      let lost = 0
      await page.route('**/notifications/send', async route => {
        await route.fetch()
        lost += 1
        await route.abort()
      })
      await send.click()
      await page.getByText('It is not known whether this was done.').waitFor()
      await page.unroute('**/notifications/send')
      await send.click()
      await page.getByText('The notification is queued for 1 device.').waitFor()
      assert.ok(lost > 1, 'with its key it is repeated')
      await page.getByRole('link', { name: "The user's notifications" }).click()
      await page.getByText('1 that match, 1 unread in all').waitFor()
    },
    /Failed to load resource/,
  )
})

test('VPN: servers, sessions, and a session that is revoked once in two tabs', async () => {
  const place = { country: 'Germany', country_code: 'DE', city: 'Frankfurt', ip: '192.0.2.7' }
  await made('/admin/vpn/servers', { id: 1_001, name: HOSTILE.slice(0, 60), ...place, capacity: 2 }, 201)
  const user_id = `user_${randomUUID()}`
  const device_info = { device_id: 'phone_1', device_type: 'phone', platform: 'ios', app_version: '4.2.0' }
  const connect = { user_id, server_id: 1_001, device_info }
  const { session_id } = await made<{ session_id: string }>('/vpn/connect', connect, 200)
  await withWindow(
    browser,
    url,
    DESK,
    async ({ page, context }) => {
      await page.goto(`${url}/console#/vpn`)
      await signIn(page)
      await heading(page, 'VPN servers')
      await page.getByText('medium 50 %').waitFor()
      await assertLooks(page, 'vpn-servers')
      await page.getByRole('link', { name: 'Open sessions' }).click()
      await heading(page, 'Open VPN sessions')
      await page.getByRole('cell', { name: 'phone_1' }).waitFor()
      await page.getByLabel('User', { exact: true }).fill('somebody')
      await page.getByRole('button', { name: 'Show' }).click()
      await page.getByText('There are no open sessions that match these filters.').waitFor()
      await page.getByRole('button', { name: 'Remove filters' }).click()
      await page.getByRole('link', { name: session_id }).click()
      await heading(page, 'VPN session')
      await page.getByText('Ends without a heartbeat').waitFor()
      const second = await context.newPage()
      await second.goto(`${url}/console#/vpn/sessions/${session_id}`)
      await page.getByRole('button', { name: 'Revoke the session', exact: true }).click()
      await second.getByRole('button', { name: 'Disconnect the session', exact: true }).click()
      await assertLooks(page, 'vpn-session')
      // The command arrives, and its answer gets lost.
      let sent = 0
      await page.route('**/revoke', async route => {
        sent += 1
        await route.fetch()
        await route.abort()
      })
      await page.getByRole('button', { name: 'Revoke the session now' }).click()
      await page.getByText('It is not known whether this was done.').waitFor()
      await page.getByText('The session is over: it is revoked.').waitFor()
      assert.is(sent, 1, 'it is not repeated')
      await second.getByRole('button', { name: 'Disconnect the session now' }).click()
      await second.getByText('VPN_005').waitFor()
      await second.getByText('The session is over: it is revoked.').waitFor()
      await page.goto(`${url}/console#/vpn/sessions/history?user_id=${user_id}`)
      await heading(page, 'All VPN sessions')
      await page.getByRole('cell', { name: 'revoked' }).waitFor()
      await assertLooks(page, 'vpn-history')
      assert.is(await page.locator('main img').count(), 0)
    },
    /Failed to load resource|status of 404/,
  )
})

test.run()
