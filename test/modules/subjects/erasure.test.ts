import { randomUUID } from 'node:crypto'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { erasePaths } from '#declarations/paths.ts'
import { credentials } from '#domain/auth/credentials/decider.ts'
import { identities } from '#domain/auth/identities/decider.ts'
import { profileStreams } from '#domain/fraud/profile/events.ts'
import { refundStreams } from '#domain/refunds/events.ts'
import { type SubjectCommand, subjects } from '#domain/subjects/decider.ts'
import { subjectStreams } from '#domain/subjects/events.ts'
import { transactionStreams } from '#domain/transactions/events.ts'
import { developmentCaOf } from '#embedded/development-ca.ts'
import { firstBrokenLink } from '#event-sourcing/hash-chain.ts'
import { authPersonalData } from '#modules/auth/personal-data.ts'
import { refundPersonalData } from '#modules/refunds/personal-data.ts'
import { transactionPersonalData } from '#modules/transactions/personal-data.ts'
import { loadRedactor } from '#privacy/redaction.ts'
import { personSubject } from '#values/person.ts'
import { type Client, logIn, until } from '../../harness/client.ts'
import { startHttpsSink } from '../../harness/https-sink.ts'
import { ACCOUNTS, refundOf, transactionOf } from '../../harness/samples.ts'
import { ADMIN, startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { erase, reaches, refunded, settlingSoon, subjectReaches } from './people.ts'

/** The right to be forgotten, through the API: what is told of a person before, under restriction, and after. */
const test = suite('erasure of a person')
const service = await startTestService({}, { modules: settlingSoon() })
const { admin } = service
const { db, store } = service.service
const { client_id } = (await admin.get('/api/auth/me')).body
// An endpoint that answers with what it was sent.
const sink = await startHttpsSink({ authority: await developmentCaOf(service.environment.DATA_DIR!) })
sink.respond(({ body }, response) => void response.setHeader('x-echo', 'echo').end(body))
const { body: webhook } = await admin.post('/webhooks', { url: sink.url, events: ['refund.*'] })
test.after(async () => {
  await service.end()
  await sink.close()
})

const DEVICE = { ip: '198.51.100.77', user_agent: 'Quixote Browser 9', fingerprint: 'fp-quixote-1' }
const colleague = async (role: string): Promise<Client> => {
  const email = `${randomUUID()}@bank.example`
  await admin.post('/admin/users', { email, role, password: ADMIN.password })
  return logIn(service.url, email, ADMIN.password)
}
const integrator = await colleague('integrator')
const personOf = (name: string) => `${name} ${randomUUID()}`
const listed = async (query: string, caller = admin) => (await caller.get(`/refund/list?${query}`)).body

/** What is told of a refund once it was paid: until every read model and endpoint has it. */
async function settled(refund_id: string) {
  await reaches(admin, refund_id, 'completed')
  await until(
    () => admin.get(`/events?object=${refund_id}`),
    ({ body }) => body.data.length === 3,
  )
  await until(
    () => admin.get(`/audit/refunds/${refund_id}`),
    ({ body }) => body.history?.length === 3,
  )
}

test('a person without data is not found, by any name', async () => {
  for (const id of ['nobody', 'usr_none', `usr_${randomUUID()}`, 'x'.repeat(200), '%00', '..%2F'])
    for (const path of ['', '/export']) {
      const { status, body } = await admin.get(`/admin/subjects/${id}${path}`)
      assert.ok(status === 404 || (status === 400 && /x{200}|%00/.test(id)), `${id}${path}: ${status}`)
      assert.match(body.error_code, /NOT_FOUND|INVALID_REQUEST/)
    }
  const { status, body } = await admin.post('/admin/subjects/nobody/erase', { legal_basis: 'gdpr_art_17' })
  assert.equal([status, body.error_code], [404, 'NOT_FOUND'])
})

test('only who may erase does, and for a reason that is one', async () => {
  const person = personOf('Ana')
  await refunded(admin, person)
  for (const role of ['integrator', 'operator', 'auditor', 'consumer']) {
    const { status, body } = await erase(await colleague(role), person)
    assert.equal([status, body.details.required_scope], [403, 'subjects:erase'], role)
  }
  for (const body of [{}, { legal_basis: 'because' }, { legal_basis: null }]) {
    const answer = await admin.post(`/admin/subjects/${encodeURIComponent(person)}/erase`, body)
    assert.equal([answer.status, answer.body.error_code], [400, 'INVALID_REQUEST'])
    assert.is(answer.body.details.field, 'legal_basis')
  }
  const { body } = await admin.get(`/admin/subjects/${encodeURIComponent(person)}`)
  assert.equal([body.status, body.erasure], ['active', null])
})

test('an erased person is shown nowhere any more, and all other data are', async () => {
  const person = personOf('Zebulon')
  const { transaction, refund_id } = await refunded(admin, person, {
    name: 'Zebulon Quixote-Farnsworthy',
    account: '81234560001',
    more: { account_id: 'acc-quixote', device: DEVICE },
  })
  await settled(refund_id)
  const { body: voided } = await admin.post(`/refund/${refund_id}/void`, {
    reason: 'customer_request',
    details: 'Mrs Quixote called',
  })
  assert.is(voided.void_details, 'Mrs Quixote called')
  await until(
    () => admin.get(`/refund/${refund_id}`),
    ({ body }) => body.reversal_status === 'completed',
  )
  const { body: before } = await admin.get(`/refund/${refund_id}`)
  assert.equal(
    [before.beneficiary.name, before.description, before.void_details],
    ['Zebulon Quixote-Farnsworthy', 'card not present', 'Mrs Quixote called'],
  )
  // What was reversed is given back a moment later.
  const { body: known } = await until(
    () => admin.get(`/transactions/${transaction.transaction_id}`),
    ({ body }) => body.refundable_amount === 100,
  )
  assert.equal([known.device, known.account_id], [DEVICE, 'acc-quixote'])
  const deliveriesPath = `/webhooks/${webhook.webhook_id}/deliveries`
  const delivered = await until(
    () => admin.get(`${deliveriesPath}?status=succeeded&limit=100`),
    ({ body }) => body.data.length >= 5,
  )
  const answersOf = () =>
    Promise.all(
      delivered.body.data.map(async ({ delivery_id }: { delivery_id: string }) => {
        const { attempt_log } = (await admin.get(`${deliveriesPath}/${delivery_id}`)).body
        return attempt_log[0].response
      }),
    )
  const echoed = (await answersOf()).find(({ body }) => body.includes('Zebulon'))
  assert.is(echoed.headers['x-echo'], 'echo')

  const asked = await erase(admin, person)
  assert.equal([asked.status, asked.body.status], [202, 'shredding'], JSON.stringify(asked.body))
  assert.ok(asked.body.erasure.keys_deleted_at)
  await subjectReaches(admin, person, 'shredded')

  const { status, body: after } = await admin.get(`/refund/${refund_id}`)
  assert.is(status, 200)
  const gone = { description: '[erased]', void_details: '[erased]' }
  const nobody = { name: '[erased]', account_masked: '[erased]' }
  assert.equal(after, { ...before, ...gone, beneficiary: nobody })
  const { body: left } = await admin.get(`/transactions/${transaction.transaction_id}`)
  const device = { ip: '[erased]', user_agent: '[erased]', fingerprint: '[erased]' }
  assert.equal(left, { ...known, user_id: '[erased]', account_id: '[erased]', device })

  // All that is told, in lists and histories, once the read models have it.
  const traces = ['Zebulon', 'Quixote', '81*******01', '81234560001', person, ...Object.values(DEVICE)]
  const told = async () => {
    const paths = [
      '/refund/list',
      '/events?limit=100',
      `/events?object=${refund_id}`,
      `/audit/refunds/${refund_id}`,
      `/admin/subjects/${encodeURIComponent(person)}/export`,
    ]
    const answers = await Promise.all(paths.map(path => admin.get(path)))
    for (const { status } of answers) assert.is(status, 200)
    return JSON.stringify([answers.map(({ body }) => ({ ...body, subject: null })), await answersOf()])
  }
  const text = await until(told, text => !traces.some(trace => text.includes(trace)))
  assert.ok(text.includes('[erased]'))
  const lists = await listed('status=voided')
  assert.ok(lists.data.some((refund: { refund_id: string }) => refund.refund_id === refund_id))
  assert.equal((await listed(`user_id=${encodeURIComponent(person)}`)).pagination.total_items, 0)
  const { chain, history } = (await admin.get(`/audit/refunds/${refund_id}`)).body
  assert.equal([chain.intact, chain.events], [true, history.length])
  assert.is(firstBrokenLink(await store.read(refundStreams.stream(refund_id))), null)
  const rows = await db.anyFirst(sql.type(z.object({ row: z.string() }))`
    select t::text as row from read.refunds t union all select t::text from read.history t where family <> 'subject'
    union all select t::text from read.events t union all select t::text from read.subject_streams t`)
  const everywhere = rows.join('\n')
  for (const trace of [person, 'acc-quixote', '81*******01']) assert.not.ok(everywhere.includes(trace), trace)
})

test('one that was killed after the events were redacted also deletes the responses of endpoints', async () => {
  const person = personOf('Moe')
  const { refund_id } = await refunded(admin, person)
  await settled(refund_id)
  const stream = refundStreams.stream(refund_id)
  const events = await store.read(stream)
  const ids = sql.array(
    events.map(({ id }) => id),
    'uuid',
  )
  const answers = () =>
    db.anyFirst(sql.type(z.object({ first_body: z.string().nullable() }))`
      select encode(first_body, 'escape') as first_body from ops.webhook_deliveries where event = any(${ids})`)
  await until(answers, all => all.length === 3 && all.every(body => body !== null))
  // As versions before this one kept it.
  await db.query(sql.unsafe`
    update ops.webhook_deliveries set first_headers = '{}', first_body = 'in clear' where event = any(${ids})`)
  const { execute, now } = service.service
  const actor = { sub: 'killed', client_id, role: 'admin' }
  const id = subjects.id({ client_id, user_id: person })
  const commands: SubjectCommand[] = [
    { type: 'request', client_id, user_id: person, is_user: false, legal_basis: 'objection', hasNewData: true },
    { type: 'start_shredding', now: now() },
    { type: 'erase', streams: [{ stream, revision: events.length - 1 }] },
  ]
  for (const command of commands)
    await execute.run(subjects, id, command, {
      ...{ actor, request_id: 'req', command_id: randomUUID(), correlation_id: 'req', causation_id: null, now: now() },
    })
  await subjectReaches(admin, person, 'shredded')
  assert.equal(await answers(), [null, null, null])
})

test('a pending transaction of a person who was erased since enters no windows', async () => {
  const person = personOf('Iris')
  const transaction = { ...transactionOf(10), user_id: person }
  await admin.post('/transactions', transaction)
  await until(
    () => erase(admin, person),
    ({ status }) => status === 202,
  )
  await subjectReaches(admin, person, 'shredded')
  const profile = profileStreams.stream(profileStreams.id(client_id, person))
  const key = transactionStreams.id(client_id, transaction.transaction_id)
  const due = () => db.exists(sql.unsafe`select 1 from ops.due_work where queue = 'fraud-entering' and id = ${key}`)
  await until(due, isDue => !isDue, 20_000)
  assert.equal(await store.read(profile), [])
})

test('a person who returns after an erasure has no past: pending transactions stay out of the windows', async () => {
  const person = personOf('Iris')
  const post = async () => {
    const transaction = { ...transactionOf(10), user_id: person }
    assert.is((await admin.post('/transactions', transaction)).status, 201)
    return transaction.transaction_id
  }
  await post()
  await until(
    () => erase(admin, person),
    ({ status }) => status === 202,
  )
  await subjectReaches(admin, person, 'shredded')
  const later = await post()
  const entered = async () => {
    const events = await store.read(profileStreams.stream(profileStreams.id(client_id, person)))
    return events.map(event => profileStreams.parse(event).data.transaction_id)
  }
  await until(entered, ids => ids.includes(later), 20_000)
  assert.equal(await entered(), [later])
})

test('requested again during or after it, nothing changes', async () => {
  const person = personOf('Bob')
  const { refund_id } = await refunded(admin, person)
  await settled(refund_id)
  const first = await erase(admin, person)
  const { body: over } = await subjectReaches(admin, person, 'shredded')
  const stream = subjectStreams.stream(subjectStreams.id({ client_id, user_id: person }))
  const events = (await store.read(stream)).length
  const again = await erase(admin, person, 'objection')
  assert.equal([again.status, again.body], [202, over])
  assert.is(again.body.erasure.requested_at, first.body.erasure.requested_at)
  assert.is((await store.read(stream)).length, events)
})

test('a person who returns is a new person, and can be erased again', async () => {
  const person = personOf('Cy')
  const old = await refunded(admin, person)
  await settled(old.refund_id)
  await erase(admin, person)
  await subjectReaches(admin, person, 'shredded')
  const next = await refunded(admin, person, { name: 'Cy Returned' })
  await settled(next.refund_id)
  const names = async () => {
    const both = await Promise.all([old, next].map(({ refund_id }) => admin.get(`/refund/${refund_id}`)))
    return both.map(({ body }) => body.beneficiary.name)
  }
  assert.equal(await names(), ['[erased]', 'Cy Returned'])
  assert.is((await listed(`user_id=${encodeURIComponent(person)}`)).pagination.total_items, 1)
  const again = await erase(admin, person)
  assert.equal([again.status, again.body.status], [202, 'shredding'])
  await subjectReaches(admin, person, 'shredded')
  assert.equal(await names(), ['[erased]', '[erased]'])
})

test("another client's person of the same id is untouched", async () => {
  const person = personOf('Dee')
  const stranger = await service.newClient()
  const [mine, theirs] = await Promise.all([refunded(admin, person), refunded(stranger, person)])
  await settled(mine.refund_id)
  await reaches(stranger, theirs.refund_id, 'completed')
  await erase(admin, person)
  await subjectReaches(admin, person, 'shredded')
  const { body } = await stranger.get(`/refund/${theirs.refund_id}`)
  assert.equal(
    [body.beneficiary.name, body.beneficiary.account_masked, body.description],
    ['Ada Lovelace', '70******01', 'card not present'],
  )
  assert.is((await stranger.get(`/admin/subjects/${encodeURIComponent(person)}`)).body.status, 'active')
  assert.is((await listed(`user_id=${encodeURIComponent(person)}`, stranger)).pagination.total_items, 1)
})

test('a refund that is under way is paid first', async () => {
  const person = personOf('Eve')
  const { refund_id } = await refunded(admin, person, { account: ACCOUNTS.silentAtFirst })
  const asked = await erase(admin, person)
  assert.equal([asked.status, asked.body.status, asked.body.erasure.keys_deleted_at], [202, 'restricted', null])
  await reaches(admin, refund_id, 'completed')
  await subjectReaches(admin, person, 'shredded')
  const { body } = await admin.get(`/refund/${refund_id}`)
  assert.equal([body.status, body.beneficiary.name], ['completed', '[erased]'])
  const { refunds } = (await admin.get(`/admin/subjects/${encodeURIComponent(person)}/export`)).body
  assert.is(refunds, undefined)
})

test('under a duty to retain they are hidden from all but auditors, and get nothing new', async () => {
  const person = personOf('Fay')
  const { transaction, refund_id, asked } = await refunded(admin, person)
  await settled(refund_id)
  const failing = await refunded(admin, person, { account: ACCOUNTS.closed })
  await reaches(admin, failing.refund_id, 'failed')
  const total = (await listed('page_size=1')).pagination.total_items
  const { body } = await erase(admin, person, 'aml_retention')
  assert.match(body.status, /^(restricted|retained)$/)
  const { body: kept } = await subjectReaches(admin, person, 'retained')
  const closed = (await admin.get(`/audit/refunds/${failing.refund_id}`)).body.history.at(-1).at as string
  const until5 = new Date(closed)
  until5.setUTCFullYear(until5.getUTCFullYear() + 5)
  assert.is(kept.erasure.retained_until, until5.toISOString())
  // Not listed, in no total and no list of events.
  await until(
    () => listed('page_size=1'),
    ({ pagination }) => pagination.total_items === total - 2,
  )
  assert.is((await listed(`user_id=${encodeURIComponent(person)}`)).pagination.total_items, 0)
  await until(
    () => admin.get(`/events?object=${refund_id}`),
    ({ body }) => body.data.length === 0,
  )
  // Read by auditors only.
  for (const path of [`/refund/${refund_id}`, `/transactions/${transaction.transaction_id}`]) {
    const refused = await integrator.get(path)
    assert.equal([refused.status, refused.body.details.required_scope], [403, 'audit:read'], path)
    assert.is((await admin.get(path)).status, 200)
  }
  assert.is((await admin.get(`/refund/${refund_id}`)).body.beneficiary.name, 'Ada Lovelace')
  // Nothing new.
  const fresh = await admin.requestRefund({ ...asked, refund: { ...asked.refund, amount: 1 } })
  assert.equal([fresh.status, fresh.body.error_code], [422, 'REFUND_010'])
  assert.is(fresh.body.details.field, 'beneficiary.user_id')
  const retry = await admin.post(`/refund/${failing.refund_id}/retry`)
  assert.equal([retry.status, retry.body.error_code], [422, 'REFUND_010'])
  // Another reason does not lift the duty.
  const again = await erase(admin, person, 'gdpr_art_17')
  assert.equal([again.body.status, again.body.erasure.legal_basis], ['retained', 'aml_retention'])
})

test('deliveries about them are read by auditors only, and not sent again', async () => {
  const person = personOf('Gus')
  const { refund_id } = await refunded(admin, person, { name: 'Gustava Restricted' })
  await settled(refund_id)
  const { data: events } = (await admin.get(`/events?object=${refund_id}`)).body
  const path = `/webhooks/${webhook.webhook_id}/deliveries`
  const deliveriesOf = (event: { id: string }) => admin.get(`${path}?event_id=${event.id}&status=succeeded`)
  const [first] = await Promise.all(
    events.map(async (event: { id: string }) => {
      const { body } = await until(
        () => deliveriesOf(event),
        ({ body }) => body.data.length === 1,
      )
      return body.data[0].delivery_id as string
    }),
  )
  await erase(admin, person, 'aml_retention')
  await subjectReaches(admin, person, 'retained')
  const sent = sink.received.length
  for (const ask of [() => integrator.get(`${path}/${first}`), () => integrator.post(`${path}/${first}/retry`)]) {
    const refused = await ask()
    assert.equal([refused.status, refused.body.details.required_scope], [403, 'audit:read'])
  }
  assert.match((await admin.get(`${path}/${first}`)).body.attempt_log[0].response.body, /Gustava Restricted/)
  // Neither to an endpoint that is made to see it, nor as something that failed.
  await db.query(sql.unsafe`
    update ops.webhook_deliveries set state = 'failed' where delivery = ${String(first).slice('dlv_'.length)}`)
  const { body: late } = await integrator.post('/webhooks', { url: `${sink.url}/late`, events: ['refund.*'] })
  const since = events.map(({ created_at }: { created_at: string }) => created_at).sort()[0]
  for (const [{ webhook_id }, status] of [
    [webhook, 'failed'],
    [late, 'missing'],
  ]) {
    const { body: order } = await integrator.post(`/webhooks/${webhook_id}/recover`, { since, status })
    const { body: over } = await until(
      () => integrator.get(`/webhooks/${webhook_id}/recover/${order.recovery_id}`),
      ({ body }) => body.state !== 'running',
    )
    assert.is(over.requeued, 0, status)
  }
  assert.is(sink.received.length, sent)
  await integrator.send('DELETE', `/webhooks/${late.webhook_id}`)
})

test('a repeated request gets the same response as before, for callers who may read it', async () => {
  const person = personOf('Gil')
  const transaction = { ...transactionOf(100), user_id: person }
  await admin.post('/transactions', transaction)
  const [body, key] = [refundOf(transaction, 10), randomUUID()]
  const first = await admin.requestRefund(body, key)
  await settled(first.body.refund_id)
  await erase(admin, person, 'legal_claim')
  const repeat = await admin.requestRefund(body, key)
  assert.equal([repeat.status, repeat.body.refund_id], [200, first.body.refund_id])
  const other = await integrator.requestRefund(body, key)
  assert.equal([other.status, other.body.details.required_scope], [403, 'audit:read'])
})

test('of an erased beneficiary a failed refund is not retried', async () => {
  const person = personOf('Hal')
  const { refund_id } = await refunded(admin, person, { account: ACCOUNTS.closed })
  await reaches(admin, refund_id, 'failed')
  await erase(admin, person)
  await subjectReaches(admin, person, 'shredded')
  const { status, body } = await admin.post(`/refund/${refund_id}/retry`, {
    update_beneficiary: { account_number: ACCOUNTS.paidAtOnce },
  })
  assert.equal([status, body.error_code], [422, 'REFUND_010'])
  assert.match(body.details.reason, /erased/)
})

test('a repeated transaction of theirs is a repeat, and another one is new', async () => {
  const person = personOf('Oda')
  const { transaction, refund_id } = await refunded(admin, person, { more: { device: DEVICE } })
  await settled(refund_id)
  await erase(admin, person)
  await subjectReaches(admin, person, 'shredded')
  const other = transactionOf(5)
  const { status, body } = await admin.post('/transactions', [transaction, other])
  assert.equal([status, body.recorded, body.duplicates], [201, 1, 1])
  assert.equal((await admin.post('/transactions', transaction)).body.duplicates, 1)
  const changed = await admin.post('/transactions', { ...transaction, amount: 99 })
  assert.is(changed.status, 409)
  assert.is((await admin.get(`/transactions/${transaction.transaction_id}`)).body.device.ip, '[erased]')
  const living = await refunded(admin, personOf('Pia'), { more: { device: DEVICE } })
  const contradicted = await admin.post('/transactions', { ...living.transaction, device: { ...DEVICE, ip: '::1' } })
  assert.equal([contradicted.status, contradicted.body.details.field], [409, 'device'])
})

test('history that is sent again contains [erased], and creates no key for them', async () => {
  const person = personOf('Quinn')
  const since = new Date(service.service.now().getTime() - 1).toISOString()
  const { refund_id } = await refunded(admin, person, { name: 'Quinn Gone' })
  await settled(refund_id)
  const before = new Date(service.service.now().getTime() + 1).toISOString()
  await erase(admin, person)
  await subjectReaches(admin, person, 'shredded')
  // The list of events may still be without those of somebody who was restricted a moment ago.
  await until(
    () => admin.get(`/events?object=${refund_id}`),
    ({ body }) => body.data.length === 3,
  )
  // As after the days for which they are kept.
  await db.query(sql.unsafe`
    delete from ops.webhook_events where event = any(${sql.array(
      (await store.read(refundStreams.stream(refund_id))).map(({ id }) => id),
      'uuid',
    )})`)
  const order = { mode: 'replay', since, until: before }
  assert.is((await admin.post(`/webhooks/${webhook.webhook_id}/recover`, order)).status, 200)
  const replayed = () =>
    sink.received
      .map(({ body }) => JSON.parse(body.toString()))
      .filter(({ data, metadata }) => metadata.replay === true && data.refund_id === refund_id)
  const events = await until(
    async () => replayed(),
    ({ length }) => length === 3,
  )
  for (const { data } of events)
    assert.equal([data.beneficiary, data.description], [{ name: '[erased]', account_masked: '[erased]' }, '[erased]'])
  const keys = await db.any(sql.unsafe`
    select 1 from vault.data_keys where wrapped is not null and subject = ${personSubject({ client_id, user_id: person })}`)
  assert.is(keys.length, 0)
})

test('why a refund of an erased beneficiary is voided is recorded without details', async () => {
  const person = personOf('Ned')
  const { refund_id } = await refunded(admin, person)
  await settled(refund_id)
  await erase(admin, person)
  await subjectReaches(admin, person, 'shredded')
  const reason = { reason: 'customer_request', details: 'Ned called' }
  const { status, body } = await admin.post(`/refund/${refund_id}/void`, reason)
  assert.equal([status, body.void_reason, body.void_details], [200, 'customer_request', undefined])
  const keys = await db.any(sql.unsafe`
    select 1 from vault.data_keys where wrapped is not null and subject = ${personSubject({ client_id, user_id: person })}`)
  assert.is(keys.length, 0)
})

test('an erased user cannot log in any more, by any way, and may be registered again', async () => {
  const email = `ida-${randomUUID()}@bank.example`
  const whom = { email, role: 'integrator', password: ADMIN.password }
  const register = () => admin.post('/admin/users', { ...whom, display_name: 'Ida Noddack' })
  const { body: user } = await register()
  const ida = await logIn(service.url, email, ADMIN.password)
  const { execute, now } = service.service
  const actor = { sub: user.user_id, client_id, role: 'integrator', ip: '198.51.100.99' }
  const context = () => ({
    ...{ actor, request_id: 'req', command_id: randomUUID(), correlation_id: 'req', causation_id: null, now: now() },
  })
  const [credential, identity] = [`cred_${randomUUID()}`, identities.id('google', randomUUID())]
  const key = { user_id: user.user_id, kind: 'device', public_key: 'pk', webauthn_id: null, counter: 0 } as const
  const phone = { ...key, device_id: `phone of ${email}`, platform: 'ios', password_changes: 0 } as const
  await execute.run(credentials, credential, { type: 'register', ...phone, ended: null }, context())
  const link = { type: 'link', by: 'user', user_id: user.user_id, provider: 'google' } as const
  await execute.run(identities, identity, { ...link, password_changes: 0, ended: null }, context())
  const asked = await erase(admin, user.user_id)
  assert.equal([asked.status, asked.body.status], [202, 'shredding'], JSON.stringify(asked.body))
  await until(
    () => ida.get('/api/auth/me'),
    ({ status }) => status === 401,
  )
  const refused = await admin.as(null).post('/api/auth/login', { email, password: ADMIN.password })
  assert.equal([refused.status, refused.body.error_code], [401, 'AUTH_001'])
  const { body: gone } = await admin.get(`/admin/users/${user.user_id}`)
  assert.equal([gone.email, gone.display_name, gone.status], [null, null, 'disabled'])
  await until(
    () => admin.get('/admin/users'),
    ({ body }) => !body.data.some((one: { user_id: string }) => one.user_id === user.user_id),
  )
  const enabled = await admin.send('PATCH', `/admin/users/${user.user_id}`, { status: 'active' })
  assert.equal([enabled.status, enabled.body.error_code], [409, 'CONFLICT'])
  const named = await admin.send('PATCH', `/admin/users/${user.user_id}`, { display_name: 'Ida again' })
  assert.equal([named.status, named.body.error_code], [409, 'CONFLICT'])
  await subjectReaches(admin, user.user_id, 'shredded')
  assert.is((await execute.load(credentials, credential)).state.status, 'removed')
  assert.is((await execute.load(identities, identity)).state.link, null)
  const rows = () =>
    db.anyFirst(sql.type(z.object({ row: z.string() }))`
      select t::text as row from read.credentials t union all select t::text from read.identities t
      union all select t::text from read.users t union all
      select t::text from read.history t where family in ('user', 'session', 'credential', 'identity') and revision = 0`)
  const traces = [phone.device_id, actor.ip, `"user_id": "${user.user_id}"`]
  await until(rows, found => !traces.some(trace => found.join('').replaceAll('""', '"').includes(trace)))
  assert.is((await register()).status, 201)
  assert.is((await (await logIn(service.url, email, ADMIN.password)).get('/api/auth/me')).body.email, email)
  assert.is((await ida.get('/api/auth/me')).status, 401)
})

test("another client's user can't be erased", async () => {
  const stranger = await service.newClient()
  const { body: me } = await admin.get('/api/auth/me')
  const { status, body } = await erase(stranger, me.id)
  assert.equal([status, body.error_code], [404, 'NOT_FOUND'])
  // Somebody of their own whom they call the same is somebody else.
  const { refund_id } = await refunded(stranger, me.id)
  await reaches(stranger, refund_id, 'completed')
  assert.is((await erase(stranger, me.id)).status, 202)
  await subjectReaches(stranger, me.id, 'shredded')
  assert.is((await stranger.get(`/refund/${refund_id}`)).body.beneficiary.name, '[erased]')
  assert.equal((await admin.get('/api/auth/me')).body, me)
  assert.is((await admin.get(`/admin/subjects/${me.id}`)).body.status, 'active')
})

test("restricting a person whom a client names by the id of another client's user hides nothing of that user", async () => {
  const stranger = await service.newClient()
  const { body: me } = await admin.get('/api/auth/me')
  const ofUser = async () => {
    const { text } = await admin.get('/audit/export?family=users')
    return text.split('\n').filter(line => line.includes(`"user-${me.id}"`)).length
  }
  const before = await ofUser()
  assert.ok(before > 0)
  await refunded(stranger, me.id)
  const { status } = await until(
    () => erase(stranger, me.id, 'aml_retention'),
    answer => answer.status === 202,
  )
  assert.is(status, 202)
  assert.is(await ofUser(), before)
})

test("a person's export has their data decrypted, except what is never exported", async () => {
  const person = personOf('Jo')
  const { transaction, refund_id } = await refunded(admin, person, { more: { device: DEVICE } })
  await settled(refund_id)
  const path = `/admin/subjects/${encodeURIComponent(person)}/export`
  const { status, body } = await admin.get(path)
  assert.is(status, 200)
  assert.equal([body.subject.status, body.next_cursor], ['active', null])
  const of = (family: string) => body.data.find((one: { family: string }) => one.family === family)
  const { data } = of('refund').events[0]
  assert.equal(
    [data.beneficiary.name, data.beneficiary.account_masked, data.description_sealed, data.beneficiary.user_id],
    ['Ada Lovelace', '70******01', 'card not present', person],
  )
  assert.is(of('transaction').events[0].data.transaction_id, transaction.transaction_id)
  assert.equal(JSON.parse(of('transaction').events[0].data.device_sealed.text), DEVICE)
  assert.not.match(JSON.stringify(body), /v1\.|7000440001/)
  const page = await admin.get(`${path}?cursor=none`)
  assert.equal([page.status, page.body.details.field], [400, 'cursor'])
})

test('fields to redact are listed event by event', async () => {
  const person = personOf('Kim')
  const { refund_id } = await refunded(admin, person)
  await settled(refund_id)
  const stream = refundStreams.stream(refund_id)
  const declared = [refundPersonalData, transactionPersonalData, ...authPersonalData]
  const [first, second] = await store.read(stream)
  const before = await loadRedactor(store, declared, new AbortController().signal)
  assert.equal([before.redactedPaths(first!), before.isRestricted(first!)], [[], false])
  await erase(admin, person, 'aml_retention')
  await subjectReaches(admin, person, 'retained')
  const during = await loadRedactor(store, declared, new AbortController().signal)
  assert.equal([during.redactedPaths(first!), during.isRestricted(first!)], [[], true])
  const other = personOf('Liv')
  const { refund_id: gone } = await refunded(admin, other)
  await settled(gone)
  await erase(admin, other)
  await subjectReaches(admin, other, 'shredded')
  const after = await loadRedactor(store, declared, new AbortController().signal)
  const events = await store.read(refundStreams.stream(gone))
  assert.equal(after.redactedPaths(events[0]!).sort(), [
    'actor.ip',
    'data.beneficiary.account_id',
    'data.beneficiary.account_masked',
    'data.beneficiary.account_number',
    'data.beneficiary.bank_code',
    'data.beneficiary.name',
    'data.beneficiary.user_id',
    'data.description_sealed',
    'data.fingerprint',
  ])
  assert.equal(after.redactedPaths(events[1]!), [])
  assert.equal(after.redactedPaths(second!), [])
  const [{ data, metadata }] = events as [(typeof events)[number]]
  const line = erasePaths({ data, actor: metadata.actor }, after.redactedPaths(events[0]!))
  assert.not.ok(JSON.stringify(line).includes(other))
  assert.is(line.actor.sub, metadata.actor.sub)
  // With more of them than are kept in memory it is the same.
  const inLittle = await loadRedactor(store, declared, new AbortController().signal, 1)
  const streams = await db.anyFirst(sql.type(z.object({ stream: z.string() }))`
    select distinct stream from read.subject_streams union select 'subject-' || subject from read.subjects`)
  const whole = (await Promise.all(streams.map(name => store.read(name)))).flat()
  const said = ({ redactedPaths, isRestricted, isErased }: typeof after) =>
    whole.map(event => [event.stream, redactedPaths(event), isRestricted(event), isErased(event)])
  assert.ok(streams.length > 20)
  assert.equal(said(inLittle), said(after))
  for (const one of [before, during, after, inLittle]) one.close()
})

test.run()
