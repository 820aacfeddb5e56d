import { randomUUID } from 'node:crypto'
import * as assert from 'uvu/assert'
import { identities } from '#domain/auth/identities/decider.ts'
import { pushDevices } from '#domain/notifications/devices/decider.ts'
import { type LogSearch, searchLog } from '#modules/audit/search-log.ts'
import { modules } from '#modules.ts'
import { loadRedactor } from '#privacy/redaction.ts'
import { until } from '../../harness/client.ts'
import { ADMIN, startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { deviceOf } from '../notifications/device-samples.ts'
import { erase, settlingSoon, subjectReaches } from './people.ts'

/**
 * Records that one person had and then another, and events of them that do not say whose they are: each is whose the
 * record was by then, in the export of a person, in that of the audit, in searches and readings, while either is
 * restricted and once either is erased.
 */
const test = suite('records that changed hands')
const service = await startTestService({}, { modules: settlingSoon() })
test.after(service.end)
const { admin } = service
const { execute, store, now } = service.service
const { client_id } = (await admin.get('/api/auth/me')).body
const personal = modules.flatMap(module => module.personalData ?? [])
const audited = modules.flatMap(({ historyViews }) => historyViews ?? [])

const IP = '198.51.100.23'
const context = (sub: string) => ({
  ...{ actor: { sub, client_id, role: 'consumer', ip: IP }, request_id: 'req', command_id: randomUUID() },
  ...{ correlation_id: 'req', causation_id: null, now: now() },
})
async function user(): Promise<string> {
  const email = `${randomUUID()}@bank.example`
  const { status, body } = await admin.post('/admin/users', { email, role: 'consumer', password: ADMIN.password })
  assert.is(status, 201)
  return body.user_id
}

/**
 * An account with a provider that both had, one after the other: events 0 and 1 are of the first, 2 and 3 of the
 * second.
 */
async function account(first: string, second: string): Promise<string> {
  const id = identities.id('google', randomUUID())
  for (const user_id of [first, second]) {
    const link = { type: 'link', by: 'user', user_id, provider: 'google', password_changes: 0, ended: null } as const
    await execute.run(identities, id, link, context(user_id))
    await execute.run(identities, id, { type: 'unlink', user_id }, context(user_id))
  }
  return id
}
const exportOf = (user_id: string) => admin.get(`/admin/subjects/${encodeURIComponent(user_id)}/export`)
/** Once the list of what is held knows of it. */
const held = (user_id: string, id: string) =>
  until(
    () => exportOf(user_id),
    ({ body }) => body.data?.some((one: { id: string }) => one.id === id),
  )
async function eraseWhole(user_id: string) {
  assert.is((await erase(admin, user_id)).status, 202)
  await subjectReaches(admin, user_id, 'shredded')
}
type Line = { stream: string; revision: number; redacted?: string[] }
/** What the audit gives out of a record: revisions, and which of them without something. */
async function given(id: string) {
  const { text } = await admin.get(`/audit/export?client_id=${client_id}&family=identities`)
  const lines = text
    .trim()
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line) as Line)
  const own = lines.filter(({ stream }) => stream === identities.stream(id))
  return {
    revisions: own.map(({ revision }) => revision),
    redacted: own.flatMap(({ revision, redacted }) => (redacted === undefined ? [] : [revision])),
  }
}

test("a person's export has what was recorded while the record was theirs", async () => {
  const [first, second] = [await user(), await user()]
  const id = await account(first, second)
  for (const person of [first, second]) {
    const { body } = await held(person, id)
    const own = body.data.find((one: { id: string }) => one.id === id)
    assert.equal(
      own.events.map(({ type, data }: { type: string; data: { user_id?: string } }) => [type, data.user_id]),
      [
        ['IdentityLinked', person],
        ['IdentityUnlinked', undefined],
      ],
    )
  }
})

for (const [which, gone, left] of [
  ['first', [0, 1], [2, 3]],
  ['second', [2, 3], [0, 1]],
] as const)
  test(`erasing the ${which} of two leaves out theirs, and nothing of the other's`, async () => {
    const people = { first: await user(), second: await user() }
    const id = await account(people.first, people.second)
    await held(people[which], id)
    await eraseWhole(people[which])
    const { body } = await admin.get(`/audit/identities/${id}`)
    const addresses = body.history.map(({ actor }: { actor: { ip: string | null } }) => actor.ip)
    assert.equal(
      addresses.flatMap((ip: string | null, revision: number) => (ip === null ? [revision] : [])),
      gone,
    )
    assert.equal(await given(id), { revisions: [0, 1, 2, 3], redacted: gone })
    const { data } = (await admin.get(`/audit/search?object=${id}&family=identities`)).body
    const shown = data.filter(({ actor }: { actor: { ip: string } }) => actor.ip === IP)
    assert.equal(shown.map(({ revision }: Line) => revision).sort(), left)
  })

test('restricting the first of two hides theirs, also once the second is erased, and nothing of the second', async () => {
  const [first, second] = [await user(), await user()]
  const id = await account(first, second)
  await held(first, id)
  assert.is((await erase(admin, first, 'aml_retention')).status, 202)
  assert.equal(await given(id), { revisions: [2, 3], redacted: [] })
  await held(second, id)
  await eraseWhole(second)
  assert.equal(await given(id), { revisions: [2, 3], redacted: [2, 3] })
})

/** A device that both had: event 0 is of the first, 1 and 2 of the second. */
async function device(first: string, second: string) {
  const asked = deviceOf(first)
  const { body } = await admin.post('/notifications/devices', asked)
  await admin.post('/notifications/devices', { ...asked, user_id: second })
  assert.is((await admin.send('DELETE', `/notifications/devices/${body.registration_id}`)).status, 200)
  return { id: pushDevices.id(client_id, asked.device_id), registration_id: body.registration_id as string }
}

/** Which events of a record a search of the log itself finds by a person. */
async function foundInLog(subject: string, id: string) {
  const none = {
    actor: null,
    request_id: null,
    correlation_id: null,
    objects: null,
    family: null,
    type: null,
    since: null,
    until: null,
  }
  const search: LogSearch = { ...none, client_id, subject }
  const signal = AbortSignal.timeout(60_000)
  const leftOut = await loadRedactor(store, personal, signal)
  const revisions: number[] = []
  const asked = { search, to: (await store.end())!, signal, leftOut }
  for await (const events of searchLog(store, audited, asked, () => {}))
    revisions.push(...events.filter(({ stream }) => stream === pushDevices.stream(id)).map(({ revision }) => revision))
  leftOut.close()
  return revisions
}

test('a search of the log finds the events of each person, and none of an erased person', async () => {
  const [first, second] = [`ann ${randomUUID()}`, `bob ${randomUUID()}`]
  const { id } = await device(first, second)
  assert.equal([await foundInLog(first, id), await foundInLog(second, id)], [[0], [1, 2]])
  await held(second, id)
  await eraseWhole(second)
  assert.equal([await foundInLog(first, id), await foundInLog(second, id)], [[0], []])
  await held(first, id)
  await eraseWhole(first)
  assert.equal([await foundInLog(first, id), await foundInLog(second, id)], [[], []])
})

test('a read is about every person whose data it shows, and about no other', async () => {
  const [first, second] = [`cleo ${randomUUID()}`, `dan ${randomUUID()}`]
  const { id, registration_id } = await device(first, second)
  const read = async (query: string) =>
    (await admin.get(`/audit/push-devices/${registration_id}${query}`)).body.read_id as string
  const readingsOf = async (subject: string) => {
    const query = `type=RecordRead&object=${id}&subject=${encodeURIComponent(subject)}`
    const { status, body } = await admin.get(`/audit/search?${query}`)
    assert.is(status, 200)
    return body.data.map((line: { id: string }) => line.id) as string[]
  }
  const ofFirst = await read('?revision=0')
  assert.equal([await readingsOf(first), await readingsOf(second)], [[ofFirst], []])
  const ofBoth = await read('')
  const [byFirst, bySecond] = [await readingsOf(first), await readingsOf(second)]
  assert.equal([byFirst.length, bySecond], [2, [ofBoth]])
  // What tells nothing of anybody is about whose it is.
  const ofNothing = await read('?as_of=2001-01-01T00:00:00Z')
  assert.ok((await readingsOf(second)).includes(ofNothing))
  await held(second, id)
  await eraseWhole(second)
  await read('')
  assert.is((await readingsOf(first)).length, 3)
})

test.run()
