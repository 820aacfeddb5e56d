import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { withTimeout } from '#concurrency/timeout.ts'
import { subjects } from '#domain/subjects/decider.ts'
import { subjectStreams } from '#domain/subjects/events.ts'
import { ERASURE_PROPAGATION_MS_MAX } from '#privacy/access-status.ts'
import { type Answer, logIn } from '../../harness/client.ts'
import { startInstances } from '../../harness/instances.ts'
import { ACCOUNTS, refundOf, transactionOf } from '../../harness/samples.ts'
import { ADMIN } from '../../harness/service.ts'
import { silentLine } from '../../harness/silent-line.ts'
import { spawnService } from '../../harness/spawned-service.ts'
import { suite } from '../../harness/suite.ts'
import { erase, refunded, subjectReaches } from './people.ts'

/**
 * Each process remembers who is not restricted. What an erasure promises from its answer on holds in all of them, also
 * in one that was frozen, or whose line to the event store is dead.
 */
const test = suite('an erasure is known to every process before it is answered')
const { environment, instances, clients, client_id, stop } = await startInstances()
test.after(stop)
const [first, second] = clients as [(typeof clients)[0], (typeof clients)[0]]
const { store, execute, now } = instances[0]!.service
const BUSY_MS = 60_000

/** Refund requests of one person that are refused for nothing else than a restriction. */
async function asking(user_id: string, amount = 1) {
  const transaction = { ...transactionOf(10_000), user_id }
  assert.is((await first.post('/transactions', transaction)).status, 201)
  return refundOf(transaction, amount, ACCOUNTS.slow)
}
const events = (user_id: string) => store.read(subjectStreams.stream(subjectStreams.id({ client_id, user_id })))
const isRestricted = ({ body }: Answer) => body.error_code === 'REFUND_010'
/**
 * Until a process answers from memory: it reads no stream of a person for what it is asked. Others ask beside, so that
 * its memory is fresh.
 */
async function remembers(index: number) {
  const { store } = instances[index]!.service
  const read = store.read
  const persons: string[] = []
  store.read = (stream, ...rest) => {
    persons.push(stream)
    return read(stream, ...rest)
  }
  const bodies = await Promise.all(Array.from({ length: 8 }, () => asking(`free ${randomUUID()}`)))
  let isOver = false
  const isRead = ({ beneficiary: { user_id } }: (typeof bodies)[number]) =>
    persons.includes(subjectStreams.stream(subjectStreams.id({ client_id, user_id })))
  try {
    const remembered = bodies.map(async body => {
      while (!isOver) {
        persons.length = 0
        const { status } = await clients[index]!.requestRefund(body)
        if (status === 201 && !isRead(body)) isOver = true
      }
    })
    await withTimeout(BUSY_MS, Promise.all(remembered))
  } finally {
    isOver = true
    store.read = read
  }
}

test('an unrestricted person is found in memory, by a refund request and by reading a refund', async () => {
  await remembers(0)
  await remembers(1)
})

test('no process accepts a refund of the person after the response, and none shows it to unauthorised callers', async () => {
  for (let round = 0; round < 4; round += 1) {
    const user_id = `anna ${randomUUID()}`
    const body = await asking(user_id)
    await Promise.all([remembers(0), remembers(1)])
    let answeredAt = Number.POSITIVE_INFINITY
    const late: string[] = []
    let isOver = false
    // They use their memory all the time, and it is fresh.
    const asks = clients.map(async asker => {
      while (!isOver) {
        const sentAt = performance.now()
        const answer = await asker.requestRefund(body)
        if (sentAt >= answeredAt && !isRestricted(answer)) late.push(`${answer.status}`)
        await delay(20)
      }
    })
    await delay(100)
    const erased = await erase(first, user_id, 'aml_retention').finally(() => {
      answeredAt = performance.now()
    })
    await delay(300)
    isOver = true
    await Promise.all(asks)
    assert.is(erased.status, 202, JSON.stringify(erased.body))
    assert.equal(late, [])
  }
})

test('nothing is restricted before every process knows, whichever process continues it', async () => {
  const byReaction = `rosa ${randomUUID()}`
  await refunded(first, byReaction)
  const asked = { client_id, user_id: byReaction, is_user: false, legal_basis: 'objection', hasNewData: true } as const
  const context = {
    ...{ actor: { sub: 'usr_1', client_id, role: 'admin' }, request_id: 'req', command_id: randomUUID() },
    ...{ correlation_id: 'req', causation_id: null, now: now() },
  }
  // As a process that is killed before it goes on.
  await execute.run(subjects, subjects.id(asked), { type: 'request', ...asked }, context)
  const byRequest = `rita ${randomUUID()}`
  await refunded(first, byRequest)
  await erase(second, byRequest)
  for (const user_id of [byReaction, byRequest]) {
    await subjectReaches(first, user_id, 'shredding', BUSY_MS)
    const [requested, next] = await events(user_id)
    assert.is(next!.type, 'SubjectRestricted')
    const waited = Date.parse(next!.at) - Date.parse(requested!.at)
    assert.ok(waited >= ERASURE_PROPAGATION_MS_MAX, `${waited} ms`)
  }
})

test('a process that was frozen meanwhile refuses what waited for it', async () => {
  const frozen = await spawnService({ ...environment, ROLES: 'api' })
  try {
    const teller = await logIn(frozen.url, ADMIN.email, ADMIN.password)
    const user_id = `fritz ${randomUUID()}`
    const body = await asking(user_id)
    // Its memory is fresh, and without the person.
    for (let n = 0; n < 40; n += 1) {
      assert.is((await teller.requestRefund(body)).status, 201)
      await delay(25)
    }
    process.kill(frozen.child.pid!, 'SIGSTOP')
    const waiting = teller.requestRefund(body)
    assert.is((await erase(first, user_id, 'aml_retention')).status, 202)
    process.kill(frozen.child.pid!, 'SIGCONT')
    const answer = await waiting
    assert.ok(isRestricted(answer), JSON.stringify(answer.body))
  } finally {
    frozen.child.kill('SIGKILL')
    await frozen.gone
  }
})

test('a process with a dead connection to the event store accepts nothing, and shows nothing', async () => {
  const line = await silentLine(Number(new URL(environment.EVENTSTORE_URL!).port))
  const alone = await spawnService({
    ...environment,
    ...{ ROLES: 'api', EVENTSTORE_URL: `esdb://127.0.0.1:${line.port}?tls=false` },
  })
  try {
    const teller = (await logIn(alone.url, ADMIN.email, ADMIN.password)).impatient()
    const user_id = `lena ${randomUUID()}`
    const { refund_id } = await refunded(first, user_id)
    const body = await asking(user_id)
    for (let n = 0; n < 40; n += 1) {
      assert.is((await teller.requestRefund(body)).status, 201)
      await delay(25)
    }
    line.silence()
    assert.is((await erase(first, user_id, 'aml_retention')).status, 202)
    const answers = await Promise.all([teller.requestRefund(body), teller.get(`/refund/${refund_id}`)])
    assert.equal(
      answers.map(({ status }) => status),
      [503, 503],
    )
  } finally {
    alone.child.kill('SIGKILL')
    await alone.gone
    line.close()
  }
})

test.run()
