import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import * as assert from 'uvu/assert'
import { until } from '../../harness/client.ts'
import { refundOf, transactionOf } from '../../harness/samples.ts'
import { startTestService, type TestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { chainedAnew, openNodeFile } from './node-file.ts'

/** One installation, from before it had checkpoints on. */
const test = suite('npm run audit -- watch')
const folder = mkdtempSync(join(tmpdir(), 'watch-'))
const environment = {
  DATA_DIR: join(folder, 'data'),
  CHECKPOINT_FILE: join(folder, 'checkpoints'),
  CHECKPOINT_EVERY_MS: '20',
}
test.after(() => rmSync(folder, { recursive: true }))

/** What the command prints, and its status. */
function audit(...argv: string[]): Promise<{ status: number; output: string }> {
  const main = resolve(import.meta.dirname, '../../../src/programs/audit/main.ts')
  const env = { ...process.env, EVENTSTORE_URL: '', DATABASE_URL: '', NATS_URL: '', ...environment }
  return new Promise(done => {
    execFile(process.execPath, [main, ...argv], { env }, (error, stdout, stderr) =>
      done({ status: error === null ? 0 : Number(error.code), output: stdout + stderr }),
    )
  })
}

async function refunded(service: TestService): Promise<string> {
  const transaction = transactionOf(20)
  await service.admin.post('/transactions', transaction)
  const { body } = await service.admin.requestRefund(refundOf(transaction, 20))
  await until(
    () => service.admin.get(`/refund/${body.refund_id}`),
    ({ body }) => body.status === 'completed',
  )
  return body.refund_id
}
const partOf = async (service: TestService) => (await service.admin.get('/health/ready')).body.parts.audit

let refund_id = ''

test('an installation with history and without checkpoints is read, and the missing checkpoints are reported', async () => {
  const service = await startTestService({ ...environment, ROLES: 'api,projector' })
  const transaction = transactionOf(20)
  await service.admin.post('/transactions', transaction)
  await service.stop()
  const { status, output } = await audit('watch', '--once')
  assert.is(status, 0, output)
  assert.match(output, /^[\d,]+ events in \d+ streams read; there is no checkpoint to compare them with$/m)
})

test('its first start with this version covers all of it, and everything since', async () => {
  const service = await startTestService(environment)
  refund_id = await refunded(service)
  const { body: proof } = await until(
    () => service.admin.get(`/audit/refunds/${refund_id}/proof`),
    ({ status, body }) => status === 200 && body.uncovered_events === 0,
    30_000,
  )
  writeFileSync(join(folder, 'proof.json'), JSON.stringify(proof))
  const beside = await audit('watch', '--once')
  assert.is(beside.status, 0, beside.output)
  assert.match(beside.output, /: whole$/m)
  await service.stop()
  const { status, output } = await audit('watch', '--once')
  assert.is(status, 0, output)
  assert.match(output, /^\d+ events in \d+ streams compared with \d+ checkpoints?: whole$/m)
  assert.not.match(output, 'not covered yet')
})

test('verify-proof accepts a checkpoint that covers the refund, and rejects a changed proof', async () => {
  const { status, output } = await audit('verify-proof', join(folder, 'proof.json'))
  assert.is(status, 0, output)
  assert.match(
    output,
    new RegExp(
      `^checkpoint \\d+ of \\S+ covers refund-${refund_id} up to revision \\d+, whose hash is [0-9a-f]{64}$`,
      'm',
    ),
  )
  const forged = join(folder, 'forged.json')
  writeFileSync(
    forged,
    JSON.stringify({ ...JSON.parse(readFileSync(join(folder, 'proof.json'), 'utf8')), revision: 0 }),
  )
  const refused = await audit('verify-proof', forged)
  assert.is(refused.status, 1)
  assert.match(refused.output, `does not cover refund-${refund_id} at revision 0: the path does not lead to its head`)
  writeFileSync(forged, '{}')
  assert.match((await audit('verify-proof', forged)).output, 'is not a response of GET /audit/{family}/{id}/proof')
})
test('a refund that was rewritten with all its hashes is named, and health shows it and the last successful verification', async () => {
  openNodeFile(join(environment.DATA_DIR, 'eventstore'), file => {
    const stream = file.events(`refund-${refund_id}`)
    const [first, ...later] = stream
    const { amount_minor } = first!.data as { amount_minor: number }
    // As long as before, so that no place in the log moves.
    const forged = { ...first!, data: { ...first!.data, amount_minor: amount_minor + 1 } }
    for (const event of chainedAnew([forged, ...later], 0)) file.put(event)
  })
  const { status, output } = await audit('watch', '--once')
  assert.is(status, 1)
  assert.match(
    output,
    new RegExp(
      `^refund-${refund_id} at revision 0: it was rewritten: its hash is not the one that checkpoint \\d+ covers$`,
      'm',
    ),
  )
  assert.match(output, 'the event store is not as its checkpoints say')
  const service = await startTestService(environment)
  const part = await until(
    () => partOf(service),
    part => part?.state === 'degraded' && part.note?.includes('found: '),
  )
  assert.match(part.note, `found: refund-${refund_id} at revision 0: it was rewritten`)
  assert.ok(Date.now() - Date.parse(part.proved_at) < 600_000)
  await service.stop()
})

test('an invalid interval is refused', async () => {
  const { status, output } = await audit('watch', '--every', '0')
  assert.is(status, 2)
  assert.match(output, '--every must be a number of seconds from 1 to 86400')
})

test.run()
