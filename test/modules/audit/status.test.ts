import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { verifyStore } from '#modules/audit/checkpoints/verify-store.ts'
import { createSigner, signatureProblem } from '#modules/audit/signing.ts'
import { modules } from '#modules.ts'
import { type Client, logIn, until } from '../../harness/client.ts'
import { transactionOf } from '../../harness/samples.ts'
import { ADMIN, startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { refunded } from '../subjects/people.ts'

const test = suite('the status of the audit')
const service = await startTestService({ CHECKPOINT_EVERY_MS: '100' })
test.after(() => service.end())
const { admin } = service
const { db, store, config } = service.service
const other = await service.newClient()

const { keys } = createSigner(config.AUDIT_KEYS)
const families = modules.flatMap(({ historyViews }) => historyViews ?? []).map(({ prefix }) => prefix)
/** As `npm run audit -- watch` does it. */
const verify = () =>
  verifyStore({ ...{ store, db, keys, families }, file: undefined, nats: undefined }, AbortSignal.timeout(60_000))
const statusOf = async (caller: Client) => {
  const { status, body } = await caller.get('/audit/status')
  assert.is(status, 200, JSON.stringify(body))
  return body
}
const covered = () =>
  until(
    () => statusOf(admin),
    ({ checkpoint, uncovered_events }) => checkpoint !== null && uncovered_events === 0,
  )

test('shows the last checkpoint as it was signed, and what it does not cover', async () => {
  const { refund_id } = await refunded(admin, 'user_1')
  await until(
    () => admin.get(`/refund/${refund_id}`),
    ({ body }) => body.status === 'completed',
  )
  const { checkpoint, found_whole_at, last_verification } = await covered()
  assert.is(signatureProblem(checkpoint, keys), null)
  assert.equal([found_whole_at, last_verification], [null, null], 'before the first verification')
  await until(
    async () => {
      await admin.post('/transactions', transactionOf(10))
      return statusOf(admin)
    },
    status => status.uncovered_events > 0,
  )
  assert.ok((await covered()).checkpoint.number > checkpoint.number)
})

test('shows when the event store was last found whole', async () => {
  await covered()
  const { problems, events } = await verify()
  assert.equal(problems, [])
  const { found_whole_at, last_verification } = await statusOf(other)
  assert.is(last_verification.ended_at, found_whole_at)
  const { result, problem, events: read } = last_verification
  assert.equal([result, problem, read], ['whole', null, events])
})

test('shows that something was found, and of which record to those alone who may read all clients', async () => {
  const { found_whole_at } = await statusOf(admin)
  await covered()
  await db.query(sql.unsafe`
    update ops.audit_events set hash = decode(repeat('ab', 32), 'hex')
    where n = (select max(n) from ops.audit_events where stream like 'refund-%' and n <= (select max(events) from ops.audit_checkpoints))`)
  await verify()
  const all = await statusOf(admin)
  assert.equal([all.last_verification.result, all.found_whole_at], ['problem', found_whole_at])
  assert.match(all.last_verification.problem, /^refund-rf_\S+ at revision \d+: /)
  const { last_verification } = await statusOf(other)
  assert.equal([last_verification.result, last_verification.problem], ['problem', null])
})

test('is for those who may read the audit, and reading it is not recorded', async () => {
  const email = 'operator@bank.example'
  await admin.post('/admin/users', { email, role: 'operator', password: ADMIN.password })
  const operator = await logIn(service.url, email, ADMIN.password)
  const { status, body } = await operator.get('/audit/status')
  assert.equal([status, body.details.required_scope], [403, 'audit:read'])
  const before = (await covered()).checkpoint.events
  for (let n = 0; n < 3; n += 1) await statusOf(admin)
  assert.is((await covered()).checkpoint.events, before)
})

test.run()
