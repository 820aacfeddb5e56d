import { randomUUID } from 'node:crypto'
import * as assert from 'uvu/assert'
import { ROLE_NAMES, roleScopes, SERVICE_ACCOUNT_SCOPES } from '#domain/auth/roles.ts'
import { developmentCaOf } from '#embedded/development-ca.ts'
import { type Client, logIn, until } from '../../harness/client.ts'
import { startHttpsSink } from '../../harness/https-sink.ts'
import { ADMIN, startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { type Asked, answersTo, type OpenApi, type Operation, operationsOf, requestsOf } from './operations.ts'
import { settlingSoon } from './people.ts'
import { ACCOUNT, restrictedWorld } from './restricted-world.ts'

/** Every operation of the OpenAPI document is asked for everything of restricted people, by every kind of caller. */
const test = suite('access to the data of restricted people')
const service = await startTestService({}, { modules: settlingSoon() })
const { admin } = service
// It answers with what it was sent, which is kept with the delivery.
const sink = await startHttpsSink({ authority: await developmentCaOf(service.environment.DATA_DIR!) })
sink.respond(({ body }, response) => void response.setHeader('x-echo', 'echo').end(body))
test.after(async () => {
  await service.end()
  await sink.close()
})
const { world, values, client_id, agent, formerUser } = await restrictedWorld(service, sink.url)

/** Operations that no request of the walk can fill. They are about logins of the caller alone. */
const NOT_FILLED: Record<string, string> = {
  refresh: "takes the caller's own refresh token",
  logout: "ends the caller's own session",
  endOwnSession: "ends the caller's own session",
  changePassword: "ends the caller's own sessions",
  socialLogin: 'takes a token that Google or Apple signed',
  linkSocialLogin: 'takes a token that Google or Apple signed',
  unlinkSocialLogin: 'takes a login that the caller has linked',
  requestChallenge: "takes the caller's own key",
  registerCredential: 'takes a signature of a key',
  biometricLogin: 'takes a signature of a key',
  removeCredential: "takes the caller's own key",
}

const STRANGER = 'an administrator of another client'

/**
 * From those who may the least to those who may the most. `audited`: those whom the scope `audit:read` lets see
 * everything of their client.
 */
async function callersOf(): Promise<{ name: string; caller: Client; audited: boolean }[]> {
  const roles = ROLE_NAMES.map(async role => {
    const email = `${role}-${randomUUID()}@bank.example`
    await admin.post('/admin/users', { email, role, password: ADMIN.password })
    const caller = await logIn(service.url, email, ADMIN.password)
    return { name: role, caller, audited: roleScopes[role].includes('audit:read') }
  })
  const scopes = SERVICE_ACCOUNT_SCOPES.filter(scope => !scope.startsWith('audit:read'))
  const made = await admin.post(`/admin/clients/${client_id}/service-accounts`, { name: 'all but audits', scopes })
  const others = [
    { name: 'no token', caller: admin.as(null) },
    { name: STRANGER, caller: await service.newClient() },
    { name: 'the restricted user', caller: formerUser },
    { name: 'agent', caller: agent },
    { name: 'machine with every other scope', caller: await logIn(service.url, made.body.email, made.body.secret) },
  ]
  return [...others.map(one => ({ ...one, audited: false })), ...(await Promise.all(roles))]
}

/** Reading comes first and deleting last, so that there is something to show to all. */
const ORDER = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const document: OpenApi = (await admin.get('/openapi.json')).body
const operations = operationsOf(document).sort((a, b) => ORDER.indexOf(a.method) - ORDER.indexOf(b.method))

const valuesIn = (text: string) => [...values, ACCOUNT].filter(value => text.includes(value))
const sentIn = ({ path, body }: Asked) =>
  `${decodeURIComponent(path.replaceAll('+', ' '))} ${JSON.stringify(body ?? null)}`

/** What an answer shows that its request did not name. */
function shownIn(asked: Asked, { text, headers }: { text: string; headers: Headers }): string[] {
  const sent = sentIn(asked)
  return valuesIn(`${text} ${JSON.stringify([...headers])}`).filter(value => !sent.includes(value))
}

/** An answer of the operation itself, not of what stands before it. */
const isReached = ({ status }: { status: number }) => status < 300 || status === 409 || status === 422

const faults: string[] = []
const shown = new Set<string>()
const reached = new Set<string>()
const refused = new Set<string>()
const searchedFor = new Set<string>()
const callers = callersOf()

for (const operation of operations) if (!(operation.operationId in NOT_FILLED)) await walk(operation)

async function walk(operation: Operation): Promise<void> {
  const { operationId, scope } = operation
  for (const { name, caller, audited } of await callers) {
    await world.before[operationId]?.()
    for (const asked of requestsOf(operation, world)) {
      // What they write is theirs to see, and their audit shows what they searched for.
      if (name === STRANGER && valuesIn(JSON.stringify(asked.body ?? null)).length > 0) continue
      for (const value of name === STRANGER ? valuesIn(sentIn(asked)) : []) searchedFor.add(value)
      const answers = await answersTo(caller, asked)
      for (const answer of answers) {
        if (isReached(answer)) reached.add(operationId)
        if (answer.body?.details?.required_scope === 'audit:read') refused.add(operationId)
        for (const value of shownIn(asked, answer)) {
          if (audited && value !== ACCOUNT) shown.add(value)
          else if (name === STRANGER && searchedFor.has(value)) continue
          else faults.push(`${operationId} (${answer.status}) shows "${value}" to: ${name}`)
        }
      }
      // Who has not the scope of an operation is refused whatever they ask for.
      if (
        answers.some(({ status, body }) => status === 401 || (status === 403 && body.details?.required_scope === scope))
      )
        break
    }
  }
}

test('the walk fills every operation but those that it names', () => {
  const open = operations.map(({ operationId }) => operationId).filter(id => !reached.has(id))
  assert.equal(open.sort(), Object.keys(NOT_FILLED).sort())
})

test('every value is shown to those who may see it, and several operations refuse the others', () => {
  assert.equal(
    values.filter(value => !shown.has(value)),
    [],
  )
  for (const operationId of [
    'getRefund',
    'getTransaction',
    'getFraudAlert',
    'getSmsAnalysis',
    'getDelivery',
    'retryDelivery',
  ])
    assert.ok(refused.has(operationId), operationId)
})

test('no operation shows anything of them to a caller whom another operation refuses it', () => {
  assert.equal([...new Set(faults)], [])
})

test('no recovery sends anything of them to an endpoint that was registered later', async () => {
  const operator = (await callers).find(({ name }) => name === 'operator')!.caller
  const { body: late } = await operator.post('/webhooks', { url: `${sink.url}/late`, events: ['*'] })
  const since = '2020-01-01T00:00:00.000Z'
  for (const how of [{ status: 'missing' }, { mode: 'replay' }]) {
    const { body: order } = await operator.post(`/webhooks/${late.webhook_id}/recover`, { since, ...how })
    await until(
      () => operator.get(`/webhooks/${late.webhook_id}/recover/${order.recovery_id}`),
      ({ body }) => body.state !== 'running',
    )
  }
  const received = () => sink.received.filter(({ path }) => path.endsWith('/late')).map(({ body }) => body.toString())
  const all = await until(
    async () => received(),
    texts => texts.filter(text => text.includes('refund.completed')).length >= 2,
  )
  assert.equal(all.flatMap(valuesIn), [])
})

test.run()
