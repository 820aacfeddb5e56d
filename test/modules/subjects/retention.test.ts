import { randomUUID } from 'node:crypto'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { refunds } from '#domain/refunds/decider.ts'
import { transactions } from '#domain/transactions/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import { fraudSubscriptions } from '#modules/fraud/processes.ts'
import { modules, readModelsOf } from '#modules.ts'
import { buildReadModel } from '#projector/build.ts'
import { sealField } from '#services/refunds/sealed-fields.ts'
import { waitForCheckpoint } from '#subscription/wait-for-checkpoint.ts'
import { newId } from '#values/ids.ts'
import { requestedData } from '../../domain/refunds/samples.ts'
import { until } from '../../harness/client.ts'
import { transactionOf } from '../../harness/samples.ts'
import { ADMIN, startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { erase, refunded, settlingSoon, subjectReaches } from './people.ts'

/**
 * What is kept under a duty, by the calendar; nothing is paid here, so that the refunds of before end as they are
 * told.
 */
const test = suite('retention of a person')
const service = await startTestService({ REFUND_CANCEL_WINDOW_MS: '3600000' }, { modules: settlingSoon() })
const { admin } = service
const { execute, db } = service.service
const { id: sub, client_id } = (await admin.get('/api/auth/me')).body
test.after(() => service.end())

const YEAR_MS = 365.25 * 86_400_000

/** A refund that was asked for and cancelled so many years ago. */
const cancelledRefund = (user_id: string, years: number) =>
  closedRefund(user_id, new Date(Date.now() - years * YEAR_MS), 'cancelled')

/** A refund that was asked for and came to nothing at that time. */
async function closedRefund(
  user_id: string,
  now: Date,
  end: 'cancelled' | 'failed',
): Promise<{ refund_id: string; at: string }> {
  const transaction = transactionOf(100)
  await admin.post('/transactions', { ...transaction, user_id })
  const context = (): Context => ({
    actor: { sub, client_id, role: 'admin' },
    request_id: 'req',
    command_id: randomUUID(),
    correlation_id: 'req',
    causation_id: null,
    now,
  })
  const { transaction_id } = transaction
  const refund_id = `rf_${randomUUID()}`
  const held = { client_id, refund_id, attempt: 0, amount_minor: 100, currency: 'EUR' }
  await execute.run(transactions, transactions.id(client_id, transaction_id), { type: 'reserve', ...held }, context())
  const beneficiary = { ...requestedData.beneficiary, user_id }
  const name = await sealField(service.service, refund_id, { client_id, beneficiary }, 'name', 'Ada Lovelace')
  const data = { ...requestedData, client_id, transaction_id, amount_minor: 100, idempotency_key: newId('key') }
  const request = { type: 'request', data: { ...data, beneficiary: { ...beneficiary, name } } } as const
  await execute.run(refunds, refund_id, request, context())
  const cancel = { type: 'cancel', client_id, cancel_reason: 'she called', cancelled_by: 'agent' } as const
  const failure = { type: 'fail', attempt: 0, reference: 'ref', failure_reason: 'ACCOUNT_CLOSED' } as const
  if (end === 'cancelled') await execute.run(refunds, refund_id, cancel, context())
  else
    for (const step of [{ type: 'start_processing', attempt: 0 } as const, failure])
      await execute.run(refunds, refund_id, step, context())
  return { refund_id, at: now.toISOString() }
}

const nameOf = async (refund_id: string) => (await admin.get(`/refund/${refund_id}`)).body.beneficiary.name

test('a duty that has ended since the last refund closed delays nothing', async () => {
  const person = `old ${randomUUID()}`
  const { refund_id } = await cancelledRefund(person, 6)
  assert.is(await nameOf(refund_id), 'Ada Lovelace')
  await erase(admin, person, 'aml_retention')
  const { body } = await subjectReaches(admin, person, 'shredded')
  assert.ok(Date.parse(body.erasure.retained_until) < Date.now())
  const { body: record } = await admin.get(`/refund/${refund_id}`)
  assert.equal([record.beneficiary.name, record.cancel_reason], ['[erased]', '[erased]'])
})

test('the last refund counts, to the day five years after it', async () => {
  const person = `kept ${randomUUID()}`
  const { refund_id } = await cancelledRefund(person, 6)
  const { at } = await cancelledRefund(person, 4.999)
  await erase(admin, person, 'tax_retention')
  const { body } = await subjectReaches(admin, person, 'retained')
  const day = new Date(at)
  day.setUTCFullYear(day.getUTCFullYear() + 5)
  assert.is(body.erasure.retained_until, day.toISOString())
  assert.is(await nameOf(refund_id), 'Ada Lovelace')
})

test('a refund that closes again during the retention counts too', async () => {
  const person = `voided ${randomUUID()}`
  const soon = new Date(Date.now() + 5_000)
  const closedAt = new Date(soon)
  closedAt.setUTCFullYear(closedAt.getUTCFullYear() - 5)
  const { refund_id } = await closedRefund(person, closedAt, 'failed')
  await erase(admin, person, 'aml_retention')
  const { body: first } = await subjectReaches(admin, person, 'retained')
  assert.is(first.erasure.retained_until, soon.toISOString())
  const { body: voided } = await admin.post(`/refund/${refund_id}/void`, { reason: 'customer_request' })
  const { body: later } = await until(
    () => admin.get(`/admin/subjects/${encodeURIComponent(person)}`),
    ({ body }) => body.status !== 'retained' || body.erasure.retained_until !== soon.toISOString(),
  )
  assert.is(later.status, 'retained')
  const day = new Date(voided.voided_at)
  day.setUTCFullYear(day.getUTCFullYear() + 5)
  assert.is(later.erasure.retained_until, day.toISOString())
  assert.is(await nameOf(refund_id), 'Ada Lovelace')
})

test('a job that is due in years is a row that is due within a day', async () => {
  const due = await until(
    () =>
      db.any(sql.type(z.object({ due_in_ms: z.number() }))`
        select (extract(epoch from due_at - now()) * 1000)::float8 as due_in_ms from ops.due_work
        where queue = 'subject-erasure' and leased_until is null and due_at < 'infinity'`),
    rows => rows.length === 2,
  )
  for (const { due_in_ms } of due) assert.ok(due_in_ms > 60_000 && due_in_ms <= 86_400_000, `${due_in_ms}`)
})

test('a duty that arises while refunds are open delays the erasure', async () => {
  const person = `open ${randomUUID()}`
  const { refund_id } = await refunded(admin, person)
  assert.is((await erase(admin, person, 'consent_withdrawn')).body.status, 'restricted')
  const { body } = await erase(admin, person, 'legal_claim')
  assert.equal([body.status, body.erasure.legal_basis], ['restricted', 'legal_claim'])
  assert.is((await admin.post(`/refund/${refund_id}/cancel`, {})).status, 200)
  await subjectReaches(admin, person, 'retained')
  assert.is(await nameOf(refund_id), 'Ada Lovelace')
})

test('a retained user cannot log in any more, whatever an administrator does', async () => {
  const email = `kept-${randomUUID()}@bank.example`
  const { body: user } = await admin.post('/admin/users', { email, role: 'integrator', password: ADMIN.password })
  await erase(admin, user.user_id, 'aml_retention')
  await subjectReaches(admin, user.user_id, 'retained')
  const change = (what: object) => admin.send('PATCH', `/admin/users/${user.user_id}`, what)
  const enabled = await change({ status: 'active', password: 'another long password' })
  assert.equal([enabled.status, enabled.body.error_code], [409, 'CONFLICT'])
  assert.match(enabled.body.details.reason, /erasure/)
  for (const password of [ADMIN.password, 'another long password'])
    assert.is((await admin.as(null).post('/api/auth/login', { email, password })).status, 401)
  assert.is((await change({ status: 'disabled' })).body.status, 'disabled')
})

test('a user who returned after an erasure and is retained then cannot log in any more', async () => {
  const email = `returned-${randomUUID()}@bank.example`
  const registered = () => admin.post('/admin/users', { email, role: 'integrator', password: ADMIN.password })
  const logIn = () => admin.as(null).post('/api/auth/login', { email, password: ADMIN.password })
  const { body: user } = await registered()
  await erase(admin, user.user_id)
  await subjectReaches(admin, user.user_id, 'shredded')
  assert.equal([(await registered()).body.user_id, (await logIn()).status], [user.user_id, 200])
  assert.is((await erase(admin, user.user_id, 'aml_retention')).status, 202)
  await subjectReaches(admin, user.user_id, 'retained')
  assert.equal(
    [(await admin.get(`/admin/users/${user.user_id}`)).body.status, (await logIn()).status],
    ['disabled', 401],
  )
})

/** Transactions enter their users' windows seconds after they were recorded, and read models tell of it. */
async function untilEntered(): Promise<void> {
  const { name: follower, prefixes, processes } = fraudSubscriptions.find(({ name }) => name === 'fraud-entering')!
  await waitForCheckpoint(service.service, { name: follower, prefixes }, 10_000)
  const due = () =>
    db.anyFirst(sql.type(z.object({ id: z.string() }))`
    select id from ops.due_work where queue = ${processes[0]!.queue} and due_at < 'infinity'`)
  await until(due, ids => ids.length === 0)
  for (const { name, prefixes } of readModelsOf(modules))
    await waitForCheckpoint(service.service, { name: name, prefixes }, 10_000)
}

test('rebuilt read models equal the live ones', async () => {
  const shown = ['refunds', 'history', 'events', 'users', 'credentials', 'identities', 'subjects', 'subject_streams']
  const contents = async () => {
    const rows: Record<string, readonly string[]> = {}
    for (const table of [...shown, 'refund_counts', 'refund_user_counts'])
      rows[table] = await db.anyFirst(sql.type(z.object({ row: z.string() }))`
        select to_jsonb(t)::text as row from ${sql.identifier(['read', table])} t order by 1`)
    return rows
  }
  await untilEntered()
  const before = await contents()
  assert.ok(before.refunds!.some(row => row.includes('[erased]')) && before.history!.length > 20)
  const { signal } = new AbortController()
  for (const model of readModelsOf(modules).filter(({ name }) => shown.includes(name)))
    assert.type(await buildReadModel(service.service, model, signal), 'object', model.name)
  assert.equal(await contents(), before)
})

test.run()
