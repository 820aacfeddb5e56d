import * as assert from 'uvu/assert'
import { type ClientNameCommand, clientNameDecider } from '#domain/auth/client-names/decider.ts'
import { type ClientNameEvent, clientNameStreams, normaliseClientName } from '#domain/auth/client-names/events.ts'
import { type ClientCommand, clientDecider } from '#domain/auth/clients/decider.ts'
import { type ClientEvent, clientStreams } from '#domain/auth/clients/events.ts'
import { CREDENTIAL_FAILURES_MAX, type CredentialCommand, credentialDecider } from '#domain/auth/credentials/decider.ts'
import { type CredentialEvent, credentialStreams } from '#domain/auth/credentials/events.ts'
import { type IdentityLink, identityDecider } from '#domain/auth/identities/decider.ts'
import { type IdentityEvent, identityStreams } from '#domain/auth/identities/events.ts'
import { hasPasswordChanged } from '#domain/auth/password-binding.ts'
import { canAuditEveryClient, PLATFORM_CLIENT_ID } from '#domain/auth/platform.ts'
import { grantableScopes, ROLE_NAMES, roleScopes, SCOPES } from '#domain/auth/roles.ts'
import {
  LIVE_SERVICE_ACCOUNTS_MAX,
  type ServiceAccountCommand,
  serviceAccountDecider,
} from '#domain/auth/service-accounts/decider.ts'
import { type ServiceAccountEvent, serviceAccountStreams } from '#domain/auth/service-accounts/events.ts'
import { isOpen, type SessionCommand, sessionDecider } from '#domain/auth/sessions/decider.ts'
import { type SessionEvent, sessionStreams } from '#domain/auth/sessions/events.ts'
import { type UserCommand, userDecider } from '#domain/auth/users/decider.ts'
import { type UserEvent, userStreams } from '#domain/auth/users/events.ts'
import { fold } from '#event-sourcing/decider.ts'
import { recordedOf, scenario } from '../../harness/scenario.ts'
import { suite } from '../../harness/suite.ts'

const test = suite('clients, users, sessions and credentials decide')

/** Administrators of the user's client, and of the platform. */
const asked = { client_id: 'clt_1' }
const platform = { client_id: PLATFORM_CLIENT_ID }

const terms = { name: 'Bank', tier: 'B', agreed_limit: null, sms_quota: null, country: null } as const
const clientBegins: ClientEvent = { type: 'ClientRegistered', data: terms }
const clientDisabled: ClientEvent = { type: 'ClientDisabled', data: {} }

const account = { client_id: 'clt_1', role: 'integrator', email_sealed: 'v1.e', password_sealed: 'v1.p' } as const
const REGISTER = { type: 'register', ...account, display_name_sealed: null } as const
const userBegins: UserEvent = { type: 'UserRegistered', data: account }
const userDisabled: UserEvent = { type: 'UserDisabled', data: {} }

const opening = { user_id: 'usr_1', client_id: 'clt_1', generation: 0, method: 'password', device_id: null } as const
const sessionBegins: SessionEvent = { type: 'SessionOpened', data: opening }
const sessionClosed: SessionEvent = { type: 'SessionClosed', data: { reason: 'logout' } }
/** Recorded events of a scenario begin here, one per second. */
const START = Date.UTC(2026, 0, 1)
const after = (seconds: number) => new Date(START + seconds * 1_000)

const key = {
  user_id: 'usr_1',
  kind: 'webauthn',
  public_key: 'pk',
  webauthn_id: 'id',
  counter: 3,
  device_id: 'laptop',
  platform: 'web',
} as const
const keyBegins: CredentialEvent = { type: 'CredentialRegistered', data: key }
const keyFailed: CredentialEvent = { type: 'CredentialFailed', data: {} }
const keyDisabled: CredentialEvent = { type: 'CredentialDisabled', data: {} }
const keyRemoved: CredentialEvent = { type: 'CredentialRemoved', data: {} }

const machine = {
  ...{ client_id: 'clt_1', service_account_id: 'svc_1', name: 'worker', secret_hash: '0', expires_at: null },
  scopes: ['refund:read', 'refund:write'] as const,
}
const created = (more: { service_account_id?: string; expires_at?: string } = {}): ServiceAccountEvent => ({
  type: 'ServiceAccountCreated',
  data: { ...machine, scopes: [...machine.scopes], ...more },
})
const revoked: ServiceAccountEvent = { type: 'ServiceAccountRevoked', data: { service_account_id: 'svc_1' } }
const create = { type: 'create', ...asked, role: 'admin', account: machine, now: after(100) } as const

const taken = (client_id: string): ClientNameEvent => ({ type: 'ClientNameTaken', data: { client_id } })
const take = (holder: string, more: Partial<ClientNameCommand> = {}): ClientNameCommand => ({
  ...{ type: 'take', ...platform, holder, ended: null, ...more },
})

/** What each command does in each state: an event, `replay` (nothing to do), or the code of the refusal. */
test('terms that say nothing of quota and country leave both as they were', () => {
  const older = { name: 'Bank', tier: 'C', agreed_limit: null } as const
  const agreed: ClientEvent = {
    type: 'ClientTermsChanged',
    data: { ...terms, sms_quota: { per_month: null }, country: 'ES' },
  }
  const change = (more: object): ClientCommand => ({ type: 'change', ...platform, terms: more })
  scenario(clientDecider)
    .given({ type: 'ClientRegistered', data: older })
    .when(change({ sms_quota: null, country: null }))
    .changesNothing()
  scenario(clientDecider)
    .given(clientBegins, agreed, { type: 'ClientTermsChanged', data: older })
    .when(change({ tier: 'A' }))
    .records({ type: 'ClientTermsChanged', data: { ...agreed.data, tier: 'A' } })
})

test('every command in every state', () => {
  const user = (command: UserCommand) =>
    [[], [userBegins], [userBegins, userDisabled]].map(history =>
      scenario(userDecider)
        .given(...history)
        .when(command)
        .type(),
    )
  assert.equal(user(REGISTER), ['UserRegistered', 'CONFLICT', 'CONFLICT'])
  const named = 'UserDisplayNameChanged'
  assert.equal(user({ type: 'change_display_name', ...asked, display_name_sealed: 'x' }), ['NOT_FOUND', named, named])
  const password = { password_sealed: 'x', generation: 0 }
  assert.equal(user({ type: 'change_password', ...asked, ...password }), ['NOT_FOUND', 'PasswordChanged', 'AUTH_001'])
  assert.equal(user({ type: 'change_password', ...asked, ...password, generation: null }), [
    'NOT_FOUND',
    'PasswordChanged',
    'PasswordChanged',
  ])
  assert.equal(user({ type: 'rehash', ...password }), ['NOT_FOUND', 'PasswordRehashed', 'replay'])
  assert.equal(user({ type: 'change_role', ...asked, role: 'admin' }), [
    'NOT_FOUND',
    'UserRoleChanged',
    'UserRoleChanged',
  ])
  assert.equal(user({ type: 'change_role', ...asked, role: 'integrator' }), ['NOT_FOUND', 'replay', 'replay'])
  assert.equal(user({ type: 'disable', ...asked }), ['NOT_FOUND', 'UserDisabled', 'replay'])
  assert.equal(user({ type: 'enable', ...asked }), ['NOT_FOUND', 'replay', 'UserEnabled'])
  assert.equal(user({ type: 'revoke_sessions', ...asked }), ['NOT_FOUND', 'UserSessionsRevoked', 'UserSessionsRevoked'])

  const client = (command: ClientCommand) =>
    [[], [clientBegins], [clientBegins, clientDisabled]].map(history =>
      scenario(clientDecider)
        .given(...history)
        .when(command)
        .type(),
    )
  assert.equal(client({ type: 'register', ...terms, ...platform }), ['ClientRegistered', 'CONFLICT', 'CONFLICT'])
  assert.equal(client({ type: 'change', terms: { tier: 'A' }, ...platform }), [
    'NOT_FOUND',
    'ClientTermsChanged',
    'ClientTermsChanged',
  ])
  assert.equal(client({ type: 'change', terms: { tier: 'B' }, ...platform }), ['NOT_FOUND', 'replay', 'replay'])
  assert.equal(client({ type: 'disable', ...platform }), ['NOT_FOUND', 'ClientDisabled', 'replay'])
  assert.equal(client({ type: 'enable', ...platform }), ['NOT_FOUND', 'replay', 'ClientEnabled'])

  const session = (command: SessionCommand) =>
    [[], [sessionBegins], [sessionBegins, sessionClosed]].map(history =>
      scenario(sessionDecider)
        .given(...history)
        .when(command)
        .type(),
    )
  assert.equal(session({ type: 'open', ...opening }), ['SessionOpened', 'CONFLICT', 'CONFLICT'])
  assert.equal(session({ type: 'refresh', user_id: 'usr_1', now: after(61) }), [
    'AUTH_001',
    'SessionRefreshed',
    'AUTH_001',
  ])
  assert.equal(session({ type: 'refresh', user_id: 'usr_1', now: after(59) }), ['AUTH_001', 'replay', 'AUTH_001'])
  assert.equal(session({ type: 'close', user_id: 'usr_1' }), ['replay', 'SessionClosed', 'replay'])

  const credential = (command: CredentialCommand) =>
    [[], [keyBegins], [keyBegins, keyDisabled], [keyBegins, keyRemoved]].map(history =>
      scenario(credentialDecider)
        .given(...history)
        .when(command)
        .type(),
    )
  assert.equal(credential({ type: 'register', ended: null, ...key }), [
    'CredentialRegistered',
    'CONFLICT',
    'CONFLICT',
    'CONFLICT',
  ])
  assert.equal(credential({ type: 'use', counter: 4 }), ['NOT_FOUND', 'CredentialUsed', 'AUTH_001', 'NOT_FOUND'])
  assert.equal(credential({ type: 'use', counter: 3 }), ['NOT_FOUND', 'AUTH_001', 'AUTH_001', 'NOT_FOUND'])
  assert.equal(credential({ type: 'fail' }), ['NOT_FOUND', 'CredentialFailed', 'replay', 'NOT_FOUND'])
  assert.equal(credential({ type: 'remove', user_id: 'usr_1' }), [
    'NOT_FOUND',
    'CredentialRemoved',
    'CredentialRemoved',
    'NOT_FOUND',
  ])

  const serviceAccount = (command: ServiceAccountCommand) =>
    [[], [created()], [created(), revoked]].map(history =>
      scenario(serviceAccountDecider)
        .given(...history)
        .when(command)
        .type(),
    )
  assert.equal(serviceAccount(create), ['ServiceAccountCreated', 'CONFLICT', 'CONFLICT'])
  assert.equal(serviceAccount({ type: 'revoke', ...asked, service_account_id: 'svc_1' }), [
    'NOT_FOUND',
    'ServiceAccountRevoked',
    'replay',
  ])

  const { scopes: _, ...agent } = machine
  const bound = { type: 'create_agent', ...asked, account: agent, vpn_server_id: 20, now: after(100) } as const
  assert.equal(serviceAccount(bound), ['ServiceAccountCreated+ServiceAccountBound', 'CONFLICT', 'CONFLICT'])

  const clientName = (command: ClientNameCommand) =>
    [[], [taken('clt_1')], [taken('clt_1'), taken('clt_2')]].map(history =>
      scenario(clientNameDecider)
        .given(...history)
        .when(command)
        .type(),
    )
  assert.equal(clientName(take('clt_2')), ['ClientNameTaken', 'CONFLICT', 'ClientNameTaken'])
  const ended = { client_id: 'clt_1', taken_at: after(0).toISOString() }
  assert.equal(clientName(take('clt_3', { ended })), ['ClientNameTaken', 'ClientNameTaken', 'CONFLICT'])
  assert.equal(clientName(take('clt_1', asked)), ['AUTH_003', 'AUTH_003', 'AUTH_003'])
})

test('ten thousand machines that were made and revoked are folded at once, to the same', () => {
  const events = recordedOf(
    Array.from({ length: 20_000 }, (_, n): ServiceAccountEvent => {
      const service_account_id = `svc_${n >> 1}`
      const end: ServiceAccountEvent = { type: 'ServiceAccountRevoked', data: { service_account_id } }
      return n % 2 === 0 ? created({ service_account_id }) : end
    }),
  )
  const before = process.cpuUsage()
  const state = fold(serviceAccountDecider, events)
  const { user, system } = process.cpuUsage(before)
  assert.ok((user + system) / 1_000 < 1_000, `${(user + system) / 1_000} ms`)
  assert.is(state.size, 10_000)
  const few = events.slice(0, 101)
  assert.equal(
    fold(serviceAccountDecider, few),
    few.reduce((before, event) => serviceAccountDecider.evolve(before, event), serviceAccountDecider.initial),
  )
  assert.is(serviceAccountDecider.initial.size, 0)
})

test('an agent is bound to its server, may what agents may, and nobody else is let do that', () => {
  const { scopes: _, ...agent } = machine
  const bind = { type: 'create_agent', ...asked, account: agent, vpn_server_id: 20, now: after(100) } as const
  scenario(serviceAccountDecider)
    .given()
    .when(bind)
    .records(
      { type: 'ServiceAccountCreated', data: { ...agent, scopes: ['vpn:agent'] } },
      { type: 'ServiceAccountBound', data: { service_account_id: 'svc_1', vpn_server_id: 20 } },
    )
  const others = scenario(serviceAccountDecider).given()
  others.when({ ...bind, client_id: 'clt_2' }).refuses('NOT_FOUND')
  const given = { ...create, account: { ...machine, scopes: ['vpn:agent'] } } as const
  others.when(given).refuses('AUTH_003', { scopes: ['vpn:agent'] })
  for (const role of ROLE_NAMES) assert.not(roleScopes[role].includes('vpn:agent'))
})

test('nobody gives a machine what they may not do themselves, or the making of accounts', () => {
  const making = (role: string, scope: (typeof SCOPES)[number]) =>
    scenario(serviceAccountDecider)
      .given()
      .when({ ...create, role, account: { ...machine, scopes: [scope] } })
  making('operator', 'refund:void').records({
    type: 'ServiceAccountCreated',
    data: { ...machine, scopes: ['refund:void'] },
  })
  making('integrator', 'refund:void').refuses('AUTH_003', { field: 'scopes', scopes: ['refund:void'] })
  making('service_account', 'refund:read').refuses('AUTH_003', { scopes: ['refund:read'] })
  for (const role of [...ROLE_NAMES, 'system']) {
    making(role, 'users:admin').refuses('AUTH_003', { scopes: ['users:admin'] })
    for (const isPlatforms of [true, false])
      assert.not(grantableScopes(role, { isPlatformMachine: isPlatforms }).includes('users:admin'))
  }
  const forMachines = SCOPES.filter(scope => scope !== 'users:admin' && scope !== 'vpn:agent')
  for (const role of ['admin', 'system']) {
    assert.equal(grantableScopes(role, { isPlatformMachine: true }), forMachines)
    assert.equal(
      grantableScopes(role, { isPlatformMachine: false }),
      forMachines.filter(scope => scope !== 'audit:read:any'),
    )
  }
})

test("a scope that opens every client's audits opens nothing in another client than the platform's", () => {
  const scopes = ['audit:read', 'audit:read:any'] as const
  assert.is(canAuditEveryClient({ client_id: PLATFORM_CLIENT_ID, scopes }), true)
  assert.is(canAuditEveryClient({ client_id: 'clt_bank', scopes }), false)
  assert.is(canAuditEveryClient({ client_id: PLATFORM_CLIENT_ID, scopes: ['audit:read'] }), false)
})

test('revoked and expired service accounts make room, and the last that is live does not', () => {
  const full = Array.from({ length: LIVE_SERVICE_ACCOUNTS_MAX }, (_, n) =>
    created({ service_account_id: `svc_${n + 1}` }),
  )
  const another = { ...create, account: { ...machine, service_account_id: 'svc_new' } }
  scenario(serviceAccountDecider)
    .given(...full)
    .when(another)
    .refuses('CONFLICT')
  const made = created({ service_account_id: 'svc_new' })
  scenario(serviceAccountDecider)
    .given(...full, revoked)
    .when(another)
    .records(made)
  const expired = created({ expires_at: create.now.toISOString() })
  scenario(serviceAccountDecider)
    .given(expired, ...full.slice(1))
    .when(another)
    .records(made)
  scenario(serviceAccountDecider)
    .given()
    .when({ ...create, account: { ...machine, expires_at: create.now.toISOString() } })
    .refuses('INVALID_REQUEST', { field: 'expires_at' })
})

test('spellings of one name are one name', () => {
  assert.is(normaliseClientName(' Bank  of\u00a0Example '), normaliseClientName('ＢＡＮＫ of example'))
  assert.is.not(normaliseClientName('Bank of Example'), normaliseClientName('Bankof Example'))
})

test('what ends sessions begins a new generation, and nothing else does', () => {
  const generation = (...more: UserEvent[]) => {
    const { state } = scenario(userDecider).given(userBegins, ...more)
    return state.status === 'absent' ? null : state.generation
  }
  const data = { password_sealed: 'x' }
  assert.is(generation(), 0)
  assert.is(generation({ type: 'PasswordChanged', data }), 1)
  assert.is(generation({ type: 'UserSessionsRevoked', data: {} }), 1)
  assert.is(generation(userDisabled), 1)
  assert.is(generation(userDisabled, { type: 'UserEnabled', data: {} }), 1)
  assert.is(generation({ type: 'PasswordRehashed', data }), 0)
  assert.is(generation({ type: 'UserRoleChanged', data: { role: 'admin' } }), 0)
})

test('a session is open for 14 days after its last refresh and 30 after its login, to the second', () => {
  const DAY_S = 86_400
  const { state } = scenario(sessionDecider).given(sessionBegins)
  assert.ok(isOpen(state, after(14 * DAY_S - 1)))
  assert.not(isOpen(state, after(14 * DAY_S)))
  const used = { ...state, used_at: after(29 * DAY_S).toISOString() } as typeof state
  assert.ok(isOpen(used, after(30 * DAY_S - 1)))
  assert.not(isOpen(used, after(30 * DAY_S)))
})

test('the last of five wrong signatures in a row disables a key, and a right one starts the count again', () => {
  const failed = Array.from({ length: CREDENTIAL_FAILURES_MAX - 1 }, () => keyFailed)
  scenario(credentialDecider)
    .given(keyBegins, ...failed)
    .when({ type: 'fail' })
    .records(keyFailed, keyDisabled)
  const used: CredentialEvent = { type: 'CredentialUsed', data: { counter: 4 } }
  scenario(credentialDecider)
    .given(keyBegins, ...failed, used)
    .when({ type: 'fail' })
    .records(keyFailed)
})

test('a key without a counter may say 0 for ever', () => {
  const uncounted: CredentialEvent = { type: 'CredentialRegistered', data: { ...key, counter: 0 } }
  const used: CredentialEvent = { type: 'CredentialUsed', data: { counter: 0 } }
  scenario(credentialDecider).given(uncounted, used).when({ type: 'use', counter: 0 }).records(used)
})

const linking = (user_id: string, password_changes = 0, more: { by?: 'address'; ended?: IdentityLink | null } = {}) =>
  ({ type: 'link', by: 'user', user_id, provider: 'google', password_changes, ended: null, ...more }) as const
const linked = (user_id = 'usr_1', password_changes = 0): IdentityEvent => ({
  type: 'IdentityLinked',
  data: { user_id, provider: 'google', password_changes },
})

test('a provider account belongs to one user', () => {
  scenario(identityDecider).given().when(linking('usr_1')).records(linked())
  scenario(identityDecider).given(linked()).when(linking('usr_1')).changesNothing()
  scenario(identityDecider).given(linked()).when(linking('usr_2')).refuses('CONFLICT')
})

test('a link that its user took away is made again by a user, never by an address', () => {
  const unlinked: IdentityEvent = { type: 'IdentityUnlinked', data: {} }
  scenario(identityDecider).given(linked()).when({ type: 'unlink', user_id: 'usr_1' }).records(unlinked)
  scenario(identityDecider).given(linked()).when({ type: 'unlink', user_id: 'usr_2' }).refuses('NOT_FOUND')
  scenario(identityDecider).given().when({ type: 'unlink', user_id: 'usr_1' }).refuses('NOT_FOUND')
  const gone = scenario(identityDecider).given(linked(), unlinked)
  gone.when(linking('usr_1', 0, { by: 'address' })).refuses('AUTH_001')
  gone.when(linking('usr_2')).records(linked('usr_2'))
})

test('a link that another password ended stands in the way of nobody, and a late login does not take a newer one back', () => {
  const { state, when } = scenario(identityDecider).given(linked())
  when(linking('usr_2', 3, { ended: state.link })).records(linked('usr_2', 3))
  when(linking('usr_1', 1, { ended: state.link })).records(linked('usr_1', 1))
  scenario(identityDecider).given(linked(), linked('usr_1', 1)).when(linking('usr_1')).changesNothing()
  scenario(identityDecider)
    .given(linked(), linked('usr_1', 1))
    .when(linking('usr_2', 0, { ended: state.link }))
    .refuses('CONFLICT')
})

test('a key is good for one password: by the count of changes, and by the time where an older event has no count', () => {
  const changed: UserEvent = { type: 'PasswordChanged', data: { password_sealed: 'x' } }
  const { state: user } = scenario(userDecider).given(userBegins, changed, {
    type: 'PasswordRehashed',
    data: changed.data,
  })
  if (user.status === 'absent') throw new Error('there is a user')
  const { password_changes, password_changed_at } = user
  assert.equal([password_changes, password_changed_at], [1, after(1).toISOString()])
  const under = (count: number | null, seconds: number) =>
    hasPasswordChanged({ password_changes: count, registered_at: after(seconds).toISOString() }, user)
  assert.equal([under(0, 60), under(1, 0), under(null, 1), under(null, 2)], [true, false, true, false])
  const { state: key_ } = scenario(credentialDecider).given(keyBegins)
  const registered_at = key_.status === 'absent' ? null : key_.registered_at
  const again = { type: 'register', ...key, ended: registered_at } as const
  scenario(credentialDecider)
    .given(keyBegins, keyDisabled)
    .when(again)
    .records({ type: 'CredentialRegistered', data: key })
})

test('what is recorded is what the event schemas say', () => {
  for (const event of clientDecider.decide({ type: 'register', ...platform, ...terms }, clientDecider.initial))
    clientStreams.assertValid(event)
  for (const event of userDecider.decide({ ...REGISTER, display_name_sealed: 'v1.n' }, userDecider.initial))
    userStreams.assertValid(event)
  for (const event of sessionDecider.decide({ type: 'open', ...opening }, sessionDecider.initial))
    sessionStreams.assertValid(event)
  for (const event of identityDecider.decide(linking('usr_1'), identityDecider.initial))
    identityStreams.assertValid(event)
  for (const event of serviceAccountDecider.decide(create, serviceAccountDecider.initial))
    serviceAccountStreams.assertValid(event)
  for (const event of clientNameDecider.decide(take('clt_1'), clientNameDecider.initial))
    clientNameStreams.assertValid(event)
  const register = { type: 'register', ended: null, ...key, password_changes: 2 } as const
  for (const event of credentialDecider.decide(register, credentialDecider.initial))
    credentialStreams.assertValid(event)
})

test.run()
