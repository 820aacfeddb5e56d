import * as assert from 'uvu/assert'
import type { DomainEvent } from '#decider.ts'
import { type ClientCommand, clients } from '#domain/auth/clients/decider.ts'
import { type ClientEvent, clientEvents } from '#domain/auth/clients/events.ts'
import { CREDENTIAL_FAILURES_MAX, type CredentialCommand, credentials } from '#domain/auth/credentials/decider.ts'
import { type CredentialEvent, credentialEvents } from '#domain/auth/credentials/events.ts'
import { identities } from '#domain/auth/identities/decider.ts'
import { isOpen, type SessionCommand, sessions } from '#domain/auth/sessions/decider.ts'
import { type SessionEvent, sessionEvents } from '#domain/auth/sessions/events.ts'
import { type UserCommand, users } from '#domain/auth/users/decider.ts'
import { type UserEvent, userEvents } from '#domain/auth/users/events.ts'
import { scenario } from '../../harness/scenario.ts'
import { suite } from '../../harness/suite.ts'

const test = suite('clients, users, sessions and credentials decide')

const terms = { name: 'Bank', tier: 'B', agreed_limit: null } as const
const clientBegins: ClientEvent = { type: 'ClientRegistered', data: terms }
const clientDisabled: ClientEvent = { type: 'ClientDisabled', data: {} }

const account = { client_id: 'clt_1', role: 'integrator', email_sealed: 'v1.e', password_sealed: 'v1.p' } as const
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

/** What each command does in each state: an event, `replay` (nothing to do), or the code of the refusal. */
test('every command in every state', () => {
  const user = (command: UserCommand) =>
    [[], [userBegins], [userBegins, userDisabled]].map(history =>
      scenario(users)
        .given(...history)
        .when(command)
        .type(),
    )
  assert.equal(user({ type: 'register', ...account }), ['UserRegistered', 'CONFLICT', 'CONFLICT'])
  const password = { password_sealed: 'x', generation: 0 }
  assert.equal(user({ type: 'change-password', ...password }), ['NOT_FOUND', 'PasswordChanged', 'AUTH_001'])
  assert.equal(user({ type: 'change-password', ...password, generation: null }), [
    'NOT_FOUND',
    'PasswordChanged',
    'PasswordChanged',
  ])
  assert.equal(user({ type: 'rehash', ...password }), ['NOT_FOUND', 'PasswordRehashed', 'replay'])
  assert.equal(user({ type: 'change-role', role: 'admin' }), ['NOT_FOUND', 'UserRoleChanged', 'UserRoleChanged'])
  assert.equal(user({ type: 'change-role', role: 'integrator' }), ['NOT_FOUND', 'replay', 'replay'])
  assert.equal(user({ type: 'disable' }), ['NOT_FOUND', 'UserDisabled', 'replay'])
  assert.equal(user({ type: 'enable' }), ['NOT_FOUND', 'replay', 'UserEnabled'])
  assert.equal(user({ type: 'revoke-sessions' }), ['NOT_FOUND', 'UserSessionsRevoked', 'UserSessionsRevoked'])

  const client = (command: ClientCommand) =>
    [[], [clientBegins], [clientBegins, clientDisabled]].map(history =>
      scenario(clients)
        .given(...history)
        .when(command)
        .type(),
    )
  assert.equal(client({ type: 'register', ...terms }), ['ClientRegistered', 'CONFLICT', 'CONFLICT'])
  assert.equal(client({ type: 'change', terms: { tier: 'A' } }), [
    'NOT_FOUND',
    'ClientTermsChanged',
    'ClientTermsChanged',
  ])
  assert.equal(client({ type: 'change', terms: { tier: 'B' } }), ['NOT_FOUND', 'replay', 'replay'])
  assert.equal(client({ type: 'disable' }), ['NOT_FOUND', 'ClientDisabled', 'replay'])
  assert.equal(client({ type: 'enable' }), ['NOT_FOUND', 'replay', 'ClientEnabled'])

  const session = (command: SessionCommand) =>
    [[], [sessionBegins], [sessionBegins, sessionClosed]].map(history =>
      scenario(sessions)
        .given(...history)
        .when(command)
        .type(),
    )
  assert.equal(session({ type: 'open', ...opening }), ['SessionOpened', 'CONFLICT', 'CONFLICT'])
  assert.equal(session({ type: 'refresh', now: after(61) }), ['AUTH_001', 'SessionRefreshed', 'AUTH_001'])
  assert.equal(session({ type: 'refresh', now: after(59) }), ['AUTH_001', 'replay', 'AUTH_001'])
  assert.equal(session({ type: 'close' }), ['replay', 'SessionClosed', 'replay'])

  const credential = (command: CredentialCommand) =>
    [[], [keyBegins], [keyBegins, keyDisabled], [keyBegins, keyRemoved]].map(history =>
      scenario(credentials)
        .given(...history)
        .when(command)
        .type(),
    )
  assert.equal(credential({ type: 'register', ...key }), ['CredentialRegistered', 'CONFLICT', 'CONFLICT', 'CONFLICT'])
  assert.equal(credential({ type: 'use', counter: 4 }), ['NOT_FOUND', 'CredentialUsed', 'AUTH_001', 'NOT_FOUND'])
  assert.equal(credential({ type: 'use', counter: 3 }), ['NOT_FOUND', 'AUTH_001', 'AUTH_001', 'NOT_FOUND'])
  assert.equal(credential({ type: 'fail' }), ['NOT_FOUND', 'CredentialFailed', 'replay', 'NOT_FOUND'])
  assert.equal(credential({ type: 'remove' }), ['NOT_FOUND', 'CredentialRemoved', 'CredentialRemoved', 'NOT_FOUND'])
})

test('what ends sessions begins a new generation, and nothing else does', () => {
  const generation = (...more: UserEvent[]) => {
    const { state } = scenario(users).given(userBegins, ...more)
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
  const { state } = scenario(sessions).given(sessionBegins)
  assert.ok(isOpen(state, after(14 * DAY_S - 1)))
  assert.not(isOpen(state, after(14 * DAY_S)))
  const used = { ...state, used_at: after(29 * DAY_S).toISOString() } as typeof state
  assert.ok(isOpen(used, after(30 * DAY_S - 1)))
  assert.not(isOpen(used, after(30 * DAY_S)))
})

test('the last of five wrong signatures in a row disables a key, and a right one starts the count again', () => {
  const failed = Array.from({ length: CREDENTIAL_FAILURES_MAX - 1 }, () => keyFailed)
  scenario(credentials)
    .given(keyBegins, ...failed)
    .when({ type: 'fail' })
    .records(keyFailed, keyDisabled)
  const used: CredentialEvent = { type: 'CredentialUsed', data: { counter: 4 } }
  scenario(credentials)
    .given(keyBegins, ...failed, used)
    .when({ type: 'fail' })
    .records(keyFailed)
})

test('a key without a counter may say 0 for ever', () => {
  const uncounted: CredentialEvent = { type: 'CredentialRegistered', data: { ...key, counter: 0 } }
  const used: CredentialEvent = { type: 'CredentialUsed', data: { counter: 0 } }
  scenario(credentials).given(uncounted, used).when({ type: 'use', counter: 0 }).records(used)
})

test('a provider account belongs to one user', () => {
  const link = (user_id: string) => ({ type: 'link', user_id, provider: 'google' }) as const
  const linked = { type: 'IdentityLinked', data: { user_id: 'usr_1', provider: 'google' } } as const
  scenario(identities).given().when(link('usr_1')).records(linked)
  scenario(identities).given(linked).when(link('usr_1')).changesNothing()
  scenario(identities).given(linked).when(link('usr_2')).refuses('CONFLICT')
})

test('what is recorded is what the event schemas say', () => {
  const schemas = { ...clientEvents, ...userEvents, ...sessionEvents, ...credentialEvents }
  const recorded: DomainEvent[] = [
    ...clients.decide({ type: 'register', ...terms }, clients.initial),
    ...users.decide({ type: 'register', ...account }, users.initial),
    ...sessions.decide({ type: 'open', ...opening }, sessions.initial),
    ...credentials.decide({ type: 'register', ...key }, credentials.initial),
  ]
  for (const { type, data } of recorded)
    assert.equal(schemas[type as keyof typeof schemas].strict().parse(data), data, type)
})

test.run()
