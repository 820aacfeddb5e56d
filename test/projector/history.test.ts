import * as assert from 'uvu/assert'
import { z } from 'zod'
import { readStreams } from '#domain/audit/reads/events.ts'
import { clientNameStreams } from '#domain/auth/client-names/events.ts'
import { clientStreams } from '#domain/auth/clients/events.ts'
import { credentialStreams } from '#domain/auth/credentials/events.ts'
import { identityStreams } from '#domain/auth/identities/events.ts'
import { loginDeviceStreams } from '#domain/auth/login-devices/events.ts'
import { serviceAccountStreams } from '#domain/auth/service-accounts/events.ts'
import { sessionStreams } from '#domain/auth/sessions/events.ts'
import { userStreams } from '#domain/auth/users/events.ts'
import { refundStreams } from '#domain/refunds/events.ts'
import { subjectStreams } from '#domain/subjects/events.ts'
import { transactionStreams } from '#domain/transactions/events.ts'
import { deliveryStreams, webhookStreams } from '#domain/webhooks/events.ts'
import type { Category } from '#event-sourcing/category.ts'
import type { DomainEvent } from '#event-sourcing/decider.ts'
import { histories } from '../domain/refunds/samples.ts'
import { readModels } from '../harness/every-module.ts'
import { recordedOf } from '../harness/scenario.ts'
import { suite } from '../harness/suite.ts'
import { rowsInMemory } from './rows-in-memory.ts'

const test = suite('the history')
const history = readModels.find(({ name }) => name === 'history')!

const linesOf = (...streams: [stream: string, events: DomainEvent[]][]) =>
  rowsInMemory(
    history,
    streams.flatMap(([stream, events]) => recordedOf(events, stream)),
  )

/** What the history does not show of an event's data; everything else it does. */
const HIDDEN: Record<string, string[]> = {
  RefundRequested: [
    'client_id',
    'description',
    'description_sealed',
    'beneficiary.name',
    'beneficiary.account_number',
    'fingerprint',
    'estimated_completion',
  ],
  RefundRetried: ['beneficiary.account_number'],
  RefundVoided: ['void_details', 'void_details_sealed'],
  TransactionRecorded: [
    'client_id',
    ...['device.ip', 'device.user_agent', 'device.fingerprint', 'device_sealed.text', 'device_sealed.digest'],
  ],
  WebhookCreated: ['client_id', 'secret', 'description', 'metadata.name'],
  WebhookUpdated: ['description', 'metadata.name'],
  WebhookSecretRotated: ['secret'],
  UserRegistered: ['email_sealed', 'password_sealed'],
  UserDisplayNameChanged: ['display_name_sealed'],
  ServiceAccountCreated: ['secret_hash'],
  PasswordChanged: ['password_sealed'],
  PasswordRehashed: ['password_sealed'],
  CredentialRegistered: ['public_key', 'webauthn_id', 'counter', 'password_changes'],
  LoginDeviceAdded: ['device'],
  IdentityLinked: ['password_changes'],
  SubjectErasureRequested: ['client_id', 'user_id', 'is_user'],
  SubjectRestricted: ['client_id', 'user_id', 'streams.stream', 'streams.revision'],
  SubjectErased: ['client_id', 'user_id', 'streams.stream', 'streams.revision'],
}

type Schema = z.core.JSONSchema.JSONSchema

/** Data that fill every field of a schema; a text says where it stands. */
function filled(schema: Schema, path: string): unknown {
  const { properties, items, anyOf, additionalProperties } = schema
  // A text or number that may be null has a list of types, null last.
  const [type] = [schema.type].flat()
  if (schema.enum !== undefined) return schema.enum[0]
  if (anyOf !== undefined) return filled(anyOf[0] as Schema, path)
  if (properties !== undefined)
    return Object.fromEntries(
      Object.entries(properties).map(([name, of]) => [
        name,
        filled(of as Schema, path === '' ? name : `${path}.${name}`),
      ]),
    )
  if (type === 'object') return typeof additionalProperties === 'object' ? { name: `${path}.name` } : {}
  if (type === 'array') return [filled(items as Schema, path)]
  if (type === 'integer' || type === 'number') return 1
  return type === 'boolean' ? true : path
}

/** Where data have values. */
function pathsOf(data: unknown, path = ''): string[] {
  if (typeof data !== 'object' || data === null) return [path]
  if (Array.isArray(data)) return data.flatMap(item => pathsOf(item, path))
  return Object.entries(data).flatMap(([name, value]) => pathsOf(value, path === '' ? name : `${path}.${name}`))
}

const domains: Pick<Category<DomainEvent>, 'prefix' | 'schemas'>[] = [
  refundStreams,
  transactionStreams,
  webhookStreams,
  deliveryStreams,
  clientStreams,
  clientNameStreams,
  userStreams,
  serviceAccountStreams,
  sessionStreams,
  loginDeviceStreams,
  credentialStreams,
  identityStreams,
  readStreams,
  subjectStreams,
]

/** An event with data of its own and every other field filled. */
function said(type: string, data: object = {}): DomainEvent {
  const schema = domains.flatMap(({ schemas }) => schemas[type] ?? [])[0]!
  return { type, data: { ...(filled(z.toJSONSchema(schema), '') as object), ...data } }
}

for (const { prefix, schemas } of domains)
  test(`of ${prefix} streams shows every event type, and all its data but what is sealed, secret or a person's`, () => {
    for (const [type, schema] of Object.entries(schemas)) {
      const data = filled(z.toJSONSchema(schema), '') as object
      const [line] = linesOf([`${prefix}1`, [{ type, data }]])
      const { not_shown: _, ...facts } = line!.facts as Record<string, unknown>
      const hidden = HIDDEN[type] ?? []
      assert.equal(
        pathsOf(facts).sort(),
        pathsOf(data)
          .filter(path => !hidden.includes(path))
          .sort(),
        type,
      )
      const text = JSON.stringify({ ...line, facts })
      for (const path of hidden.filter(path =>
        /sealed|secret|account_number|\.name|fingerprint|description/.test(path),
      ))
        assert.not(text.includes(`"${path}"`), `${type}: ${path}`)
    }
  })

test('of an endpoint names the redacted fields, without their values', () => {
  const [line] = linesOf([
    'webhook-wh_1',
    [{ type: 'WebhookUpdated', data: { description: null, rate_per_second: null } }],
  ])
  assert.equal(line?.facts, { rate_per_second: null, not_shown: ['description'] })
})

test('has one line per event, with its actor', () => {
  const [first, second] = linesOf(['refund-rf_1', histories.processing])
  assert.equal([first?.family, first?.id, first?.revision], ['refund', 'rf_1', 0])
  assert.equal([second?.family, second?.id, second?.revision], ['refund', 'rf_1', 1])
  assert.is(second?.type, 'RefundProcessingStarted')
  assert.is(second?.actor_sub, 'creator')
  assert.equal(second?.facts, { attempt: 0 })
})

test('names the owner of each line, also where another client acted', () => {
  const identity = (user_id: string): DomainEvent => said('IdentityLinked', { user_id })
  const registered = (client_id: string): DomainEvent => said('UserRegistered', { client_id })
  const lines = linesOf(
    ['client-clt_own', [said('ClientRegistered'), said('ClientDisabled')]],
    ['user-usr_1', [registered('clt_own'), said('UserDisabled')]],
    ['user-usr_2', [registered('clt_other')]],
    ['session-1', [said('SessionOpened', { client_id: 'clt_own' }), said('SessionClosed')]],
    ['logindevices-usr_1', [said('LoginDeviceAdded', { client_id: 'clt_own' }), said('LoginDevicesForgotten')]],
    ['credential-1', [said('CredentialRegistered', { user_id: 'usr_1' }), said('CredentialUsed')]],
    // Linked to somebody else later on.
    ['identity-1', [identity('usr_1'), said('IdentityUnlinked'), identity('usr_2'), said('IdentityUnlinked')]],
    ['webhook-wh_1', [said('WebhookCreated', { client_id: 'clt_own' }), said('WebhookDeleted')]],
    ['delivery-dlv_1', [said('DeliveryExhausted', { webhook_id: 'wh_1' })]],
    ['refund-rf_1', [said('RefundAbandoned')]],
  )
  const owners = Object.fromEntries(
    Object.entries(Object.groupBy(lines, ({ family, id }) => `${family}-${id}`)).map(([stream, lines = []]) => [
      stream,
      lines.map(({ client_id }) => client_id),
    ]),
  )
  assert.equal(owners, {
    'client-clt_own': ['clt_own', 'clt_own'],
    'user-usr_1': ['clt_own', 'clt_own'],
    'user-usr_2': ['clt_other'],
    'session-1': ['clt_own', 'clt_own'],
    'logindevices-usr_1': ['clt_own', 'clt_own'],
    'credential-1': ['clt_own', 'clt_own'],
    'identity-1': ['clt_own', 'clt_own', 'clt_other', 'clt_other'],
    'webhook-wh_1': ['clt_own', 'clt_own'],
    'delivery-dlv_1': ['clt_own'],
    'refund-rf_1': [null],
  })
})

test('knows whom each line is about, and about which other record', () => {
  const lines = linesOf(
    ['refund-rf_1', histories.processing],
    ['transaction-1', [said('TransactionRecorded', { user_id: 'user_2' }), said('RefundReserved')]],
    ['user-usr_1', [said('UserRegistered'), said('UserDisabled')]],
    ['session-1', [said('SessionOpened', { user_id: 'usr_1' }), said('SessionClosed')]],
    ['logindevices-usr_1', [said('LoginDeviceAdded'), said('LoginDevicesForgotten')]],
    ['identity-1', [said('IdentityLinked', { user_id: 'usr_1' }), said('IdentityUnlinked')]],
    ['webhook-wh_1', [said('WebhookCreated')]],
    ['auditread-1', [said('RecordRead', { id: 'rf_1', subject: 'user_1' })]],
    ['auditread-2', [said('HistorySearched')]],
  )
  assert.equal(
    lines.map(({ family, type, subject, object }) => [family, type, subject, object]),
    [
      ['refund', 'RefundRequested', 'user_1', null],
      ['refund', 'RefundProcessingStarted', 'user_1', null],
      ['transaction', 'TransactionRecorded', 'user_2', null],
      ['transaction', 'RefundReserved', 'user_2', null],
      ['user', 'UserRegistered', 'usr_1', null],
      ['user', 'UserDisabled', 'usr_1', null],
      ['session', 'SessionOpened', 'usr_1', null],
      ['session', 'SessionClosed', 'usr_1', null],
      ['logindevices', 'LoginDeviceAdded', 'usr_1', null],
      ['logindevices', 'LoginDevicesForgotten', 'usr_1', null],
      ['identity', 'IdentityLinked', 'usr_1', null],
      ['identity', 'IdentityUnlinked', 'usr_1', null],
      ['webhook', 'WebhookCreated', null, null],
      ['auditread', 'RecordRead', 'user_1', 'rf_1'],
      ['auditread', 'HistorySearched', null, null],
    ],
  )
})

test('refuses an event of a type, or of a stream, that no module has a history view of', () => {
  const at = (stream: string) => recordedOf([{ type: 'Teleported', data: {} }], stream)[0]!
  assert.throws(() => history.change(at('refund-rf_1')), /does not know events of type Teleported in refund-/)
  assert.throws(() => history.change(at('place-1')), /no facts of place-1/)
})

test.run()
