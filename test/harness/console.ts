import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import type { Look } from './browser-page.ts'
import { startChromium } from './chromium.ts'
import { type Client, until } from './client.ts'
import { transactionOf } from './samples.ts'
import { ADMIN, startTestService } from './service.ts'

export const DESK: Look = { width: 1440, height: 900, scheme: 'light' }

export type Person = { email: string; password: string }

/** A real service and a real browser for tests of /console. Refunds stay pending. */
export async function startConsole(overrides: Record<string, string> = {}) {
  const service = await startTestService({ REFUND_CANCEL_WINDOW_MS: '600000', ...overrides })
  const browser = await startChromium()
  return {
    service,
    url: service.url,
    browser,
    async end() {
      await browser.close()
      await service.end()
    },
    /** Makes a user of the first administrator's client. */
    async user(role: string) {
      const email = `${role}-${randomUUID()}@bank.example`
      const made = await service.admin.post('/admin/users', { email, role, password: ADMIN.password })
      assert.is(made.status, 201, made.text)
      return { email, id: made.body.user_id, password: ADMIN.password }
    },
  }
}

export async function recordTransaction(by: Client, amount = 100, currency = 'EUR') {
  const transaction = { ...transactionOf(amount, currency), transaction_id: `tx_${randomUUID()}` }
  const recorded = await by.post('/transactions', transaction)
  assert.is(recorded.status, 201, recorded.text)
  return transaction
}

/** Requests a refund of 40.50 EUR and waits until the list has it. */
export async function pendingRefund(by: Client, description = 'as the customer reported'): Promise<string> {
  const { transaction_id, user_id } = await recordTransaction(by)
  const { status, body, text } = await by.requestRefund({
    transaction_id,
    refund: { amount: 40.5, currency: 'EUR', reason: 'confirmed_fraud', description },
    beneficiary: { user_id, name: 'Ada Lovelace', account_number: '7000440001', bank_code: 'COBADEFF' },
  })
  assert.is(status, 201, text)
  const { refund_id } = body
  await until(
    () => by.get('/refund/list?page_size=100'),
    list => list.body.data.some((refund: { refund_id: string }) => refund.refund_id === refund_id),
  )
  return refund_id
}

export async function signIn(page: Page, { email, password }: Person = ADMIN): Promise<void> {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

/** What a tab reads of this address waits until the result is called: no live reading comes before its command. */
export async function holdReadings(page: Page, address: string): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(address, async route => {
    if (route.request().method() === 'GET') await held.promise
    await route.continue()
  })
  return held.resolve
}
