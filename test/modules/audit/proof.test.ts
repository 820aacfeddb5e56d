import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { hashOfLine } from '#modules/audit/checkpoints/checkpoint.ts'
import { InclusionProof, inclusionProblem } from '#modules/audit/checkpoints/inclusion-proof.ts'
import { publicKeysOf } from '#modules/audit/signing.ts'
import { until } from '../../harness/client.ts'
import { refundOf, transactionOf } from '../../harness/samples.ts'
import { startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'

const test = suite('the proof that a checkpoint covers a record')
const file = join(mkdtempSync(join(tmpdir(), 'proof-')), 'checkpoints')
const service = await startTestService({ CHECKPOINT_EVERY_MS: '20', CHECKPOINT_FILE: file })
const { db } = service.service
const bank = await service.newClient()
const other = await service.newClient()
test.after(service.end)

async function refunded(): Promise<string> {
  const transaction = transactionOf(20)
  await bank.post('/transactions', transaction)
  const { body } = await bank.requestRefund(refundOf(transaction, 20))
  await until(
    () => bank.get(`/refund/${body.refund_id}`),
    ({ body }) => body.status === 'completed',
  )
  return body.refund_id
}

/** When the checkpoint covers all of it. */
const proofOf = (path: string) =>
  until(
    () => bank.get(`${path}/proof`),
    ({ status, body }) => status === 200 && body.uncovered_events === 0,
    30_000,
  )
const publicKeys = async () => publicKeysOf((await bank.get('/.well-known/jwks.json')).body.keys)

test('leads from a refund to a checkpoint that is kept elsewhere too, by public keys alone', async () => {
  const refund_id = await refunded()
  const { body } = await proofOf(`/audit/refunds/${refund_id}`)
  const { body: record } = await bank.get(`/audit/refunds/${refund_id}`)
  const last = record.history.at(-1)
  assert.equal(
    [body.family, body.id, body.stream, body.revision, body.hash],
    ['refunds', refund_id, `refund-${refund_id}`, last.revision, last.hash],
  )
  const proof = InclusionProof.parse(body)
  const keys = await publicKeys()
  assert.is(inclusionProblem(proof, keys), null)
  const line = JSON.stringify(body.checkpoint)
  await until(
    async () => readFileSync(file, 'utf8').split('\n'),
    lines => lines.includes(line),
  )
  const changes: Partial<InclusionProof>[] = [
    { revision: proof.revision - 1 },
    { hash: hashOfLine('x') },
    { stream: 'refund-rf_x' },
    { leaf: proof.leaf === 0 ? 1 : proof.leaf - 1 },
    { path: proof.path.slice(1) },
    { checkpoint: { ...proof.checkpoint, head: hashOfLine('x') } },
  ]
  for (const change of changes)
    assert.match(String(inclusionProblem({ ...proof, ...change }, keys)), 'the path does not lead to its head')
  const later = { ...proof.checkpoint, at: '2030-01-01T00:00:00.000Z' }
  assert.match(String(inclusionProblem({ ...proof, checkpoint: later }, keys)), 'is not to be trusted')
})

test('exists for every family', async () => {
  const { body: me } = await bank.get('/api/auth/me')
  const { body } = await proofOf(`/audit/clients/${me.client_id}`)
  assert.is(inclusionProblem(InclusionProof.parse(body), await publicKeys()), null)
})

test('is recorded as a read', async () => {
  const refund_id = await refunded()
  const { body } = await proofOf(`/audit/refunds/${refund_id}`)
  const { body: read } = await bank.get(`/audit/reads/${body.read_id}`)
  assert.equal([read.state.type, read.state.family, read.state.id], ['RecordRead', 'refund', refund_id])
})

test('is refused for another client, an unknown record and an unknown family', async () => {
  const refund_id = await refunded()
  const answers = await Promise.all([
    other.get(`/audit/refunds/${refund_id}/proof`),
    bank.get('/audit/refunds/rf_00000000-0000-5000-8000-000000000000/proof'),
    bank.get('/audit/webhooks/wh_00000000-0000-5000-8000-000000000000/proof'),
    bank.get(`/audit/nothing/${refund_id}/proof`),
  ])
  assert.equal(
    answers.map(({ status, body }) => [status, body.error_code]),
    [
      [404, 'REFUND_003'],
      [404, 'REFUND_003'],
      [404, 'NOT_FOUND'],
      [404, 'NOT_FOUND'],
    ],
  )
})

test('is up in health', async () => {
  const { body } = await until(
    () => bank.get('/health/ready'),
    ({ body }) => body.parts.audit?.state === 'up',
  )
  assert.is(body.parts.audit.proved_at, undefined)
  const at = '2026-01-01T00:00:00.000Z'
  await db.query(sql.unsafe`
    insert into ops.audit_proof (begun_at, ended_at, events, checkpoint, whole_at) values (${at}, ${at}, 1, 1, ${at})`)
  await until(
    () => bank.get('/health/ready'),
    ({ body }) => body.parts.audit.proved_at === at,
  )
  await db.query(sql.unsafe`update ops.audit_proof set problem = 'refund-x at revision 3: it is missing'`)
  const { body: found } = await until(
    () => bank.get('/health/ready'),
    ({ body }) => body.parts.audit.state === 'degraded',
  )
  assert.match(found.parts.audit.note, 'found: refund-x at revision 3: it is missing')
  assert.is(found.parts.audit.proved_at, at)
  const metrics = await (await fetch(`${service.url}/metrics`)).text()
  assert.match(metrics, /^audit_tampering_found 1$/m)
  assert.match(metrics, new RegExp(`^audit_verified_timestamp_seconds ${Date.parse(at) / 1_000}$`, 'm'))
})

test('is not there before a checkpoint covers the record', async () => {
  const Stream = z.object({ stream: z.string(), leaf: z.int() })
  const refund_id = await refunded()
  await proofOf(`/audit/refunds/${refund_id}`)
  const head = await db.one(
    sql.type(Stream)`delete from ops.audit_heads where stream = ${`refund-${refund_id}`} returning stream, leaf`,
  )
  const answer = await bank.impatient().get(`/audit/refunds/${refund_id}/proof`)
  assert.equal([answer.status, answer.body.error_code], [503, 'SERVICE_UNAVAILABLE'])
  assert.is(answer.body.details?.reason, 'no checkpoint covers it yet')
  assert.ok(Number(answer.headers.get('retry-after')) >= 1)
  assert.ok(head.leaf > 0)
})

test.run()
