import * as assert from 'uvu/assert'
import { type WebhookCommand, webhookDecider, webhookTable } from '#domain/webhooks/decider.ts'
import { deliveryDecider } from '#domain/webhooks/delivery-decider.ts'
import { EVENT_PATTERNS, EVENT_TYPES, subscribes } from '#domain/webhooks/event-types.ts'
import { deliveryStreams, type WebhookEvent, webhookStreams } from '#domain/webhooks/events.ts'
import { generateSecret, standardKey } from '#domain/webhooks/secret.ts'
import { isWebhook, type WebhookState } from '#domain/webhooks/state.ts'
import type { Recorded } from '#event-sourcing/decider.ts'
import { Rejection } from '#values/errors.ts'
import { suite } from '../../harness/suite.ts'

const test = suite('webhooks: the state table')

const data = {
  client_id: 'clt_1',
  url: 'https://example.com/a',
  events: ['refund.*'],
  secret: 'sealed-1',
  description: null,
  metadata: {},
  rate_per_second: null,
}
const commands: { [T in WebhookCommand['type']]: Extract<WebhookCommand, { type: T }> } = {
  create: { type: 'create', data },
  update: { type: 'update', client_id: 'clt_1', changes: { url: 'https://example.com/b' } },
  rotate: {
    type: 'rotate',
    client_id: 'clt_1',
    version: 2,
    secret: 'sealed-2',
    previous_expires_at: '2026-01-02T00:00:00.000Z',
    now: '2026-01-01T00:00:00.000Z',
  },
  disable: { type: 'disable', client_id: 'clt_1', reason: 'gone', failed_days: [], failed_revision: 0 },
  enable: { type: 'enable', client_id: 'clt_1' },
  remove: { type: 'remove', client_id: 'clt_1' },
}

function apply(state: WebhookState, ...given: WebhookCommand[]): WebhookState {
  let revision = 0
  return given.reduce((before, command) => {
    const events = webhookDecider.decide(command, before)
    return events.reduce((folded, event) => webhookDecider.evolve(folded, recorded(event, revision++)), before)
  }, state)
}

function recorded(event: WebhookEvent, revision: number): Recorded<WebhookEvent> {
  webhookStreams.assertValid(event)
  const metadata = {} as Recorded['metadata']
  return { ...event, id: String(revision), stream: 'webhook-wh_1', revision, at: '2026-01-01T00:00:00.000Z', metadata }
}

const { create, update, rotate, disable, remove } = commands
const states: Record<WebhookState['status'], WebhookState> = {
  absent: webhookDecider.initial,
  active: apply(webhookDecider.initial, create),
  disabled: apply(webhookDecider.initial, create, disable),
  deleted: apply(webhookDecider.initial, create, remove),
}

for (const [name, row] of Object.entries(webhookTable))
  for (const [status, cell] of Object.entries(row))
    test(`${name} on ${status} is ${cell}`, () => {
      const decide = () =>
        webhookDecider.decide(commands[name as WebhookCommand['type']], states[status as WebhookState['status']])
      if (cell === 'NOT_FOUND')
        assert.throws(decide, (error: unknown) => error instanceof Rejection && error.code === cell)
      else
        assert.equal(
          decide().map(event => event.type),
          cell === 'replay' ? [] : [cell],
        )
    })

test('an update that changes nothing records nothing, and one records only what differs', () => {
  assert.equal(
    webhookDecider.decide(
      { type: 'update', client_id: 'clt_1', changes: { url: data.url, events: ['refund.*'] } },
      states.active,
    ),
    [],
  )
  const [event] = webhookDecider.decide(
    { type: 'update', client_id: 'clt_1', changes: { url: data.url, description: 'new' } },
    states.active,
  )
  assert.equal(event?.data, { description: 'new' })
})

test('an endpoint that has moved is not disabled for what its old address did', () => {
  assert.equal(webhookDecider.decide(disable, apply(webhookDecider.initial, create, update)), [])
})

test('an endpoint that was switched on again is not disabled for what it did before', () => {
  const state = apply(webhookDecider.initial, create, disable, { type: 'enable', client_id: 'clt_1' })
  assert.equal(webhookDecider.decide({ ...disable, failed_revision: 1 }, state), [])
  assert.equal(webhookDecider.decide({ ...disable, failed_revision: 2 }, state)[0]?.type, 'WebhookDisabled')
})

test('a change of something else does not excuse failures', () => {
  const state = apply(webhookDecider.initial, create, {
    type: 'update',
    client_id: 'clt_1',
    changes: { description: 'new' },
  })
  assert.equal(webhookDecider.decide(disable, state)[0]?.type, 'WebhookDisabled')
})

test('a rotation that was counted on an older state is refused', () => {
  assert.throws(
    () => webhookDecider.decide(rotate, apply(states.active, rotate)),
    (error: unknown) => error instanceof Rejection && error.code === 'CONFLICT',
  )
})

/** A rotation to `version` at an hour of the first of January, whose predecessor signs for a day more. */
const rotation = (version: number, hour: number) => ({
  type: 'WebhookSecretRotated' as const,
  data: {
    version,
    secret: `sealed-${version}`,
    previous_expires_at: new Date(Date.UTC(2026, 0, 2, hour)).toISOString(),
  },
  at: new Date(Date.UTC(2026, 0, 1, hour)).toISOString(),
})

/** The state after rotations, as they are written by this and by earlier releases. */
const rotated = (...events: ReturnType<typeof rotation>[]) => {
  const state = events.reduce<WebhookState>(
    (state, { at, ...event }, index) => webhookDecider.evolve(state, { ...recorded(event, index + 1), at }),
    states.active,
  )
  return isWebhook(state) ? state : assert.unreachable()
}
const versions = (state: ReturnType<typeof rotated>) => state?.secrets.map(({ version }) => version)

test('every secret is kept until its own time is over', () => {
  const state = rotated(rotation(2, 0), rotation(3, 6))
  assert.equal(
    state?.secrets.map(({ version, expires_at }) => [version, expires_at]),
    [
      [3, null],
      [2, '2026-01-02T06:00:00.000Z'],
      [1, '2026-01-02T00:00:00.000Z'],
    ],
  )
  assert.equal(versions(rotated(rotation(2, 0), rotation(3, 6), rotation(4, 24))), [4, 3, 2])
})

test('more than five rotations within a day, written before they were refused, leave the newest five', () => {
  const events = [2, 3, 4, 5, 6, 7, 8].map(version => rotation(version, version))
  assert.equal(versions(rotated(...events)), [8, 7, 6, 5, 4])
})

test('a sixth secret is refused until the first of five is over', () => {
  const state = rotated(...[2, 3, 4, 5].map(version => rotation(version, version)))!
  const at = (now: string) => webhookDecider.decide({ ...rotate, version: 6, now }, state)
  assert.throws(
    () => at('2026-01-02T01:59:59.999Z'),
    (error: unknown) =>
      error instanceof Rejection && error.code === 'CONFLICT' && error.details.until === '2026-01-02T02:00:00.000Z',
  )
  assert.is(at('2026-01-02T02:00:00.000Z')[0]?.type, 'WebhookSecretRotated')
})

test('a repeated report of an exhausted delivery records nothing; a later exhaustion of it does', () => {
  const data = { webhook_id: 'wh_1', event_id: 'evt_1', event_type: 'refund.created', attempts: 8, error_code: null }
  const { decide, initial } = deliveryDecider
  assert.equal(decide({ type: 'exhaust', data }, initial), [{ type: 'DeliveryExhausted', data }])
  deliveryStreams.assertValid({ type: 'DeliveryExhausted', data })
  assert.equal(decide({ type: 'exhaust', data }, { given_up_after: 8 }), [])
  assert.is(decide({ type: 'exhaust', data: { ...data, attempts: 16 } }, { given_up_after: 8 }).length, 1)
})

test('an impossible event leaves the state as it is', () => {
  const { type, data: changes } = { type: 'WebhookUpdated' as const, data: { url: 'https://example.com/c' } }
  assert.is(webhookDecider.evolve(states.absent, recorded({ type, data: changes }, 0)), states.absent)
  assert.is(webhookDecider.evolve(states.deleted, recorded({ type, data: changes }, 9)), states.deleted)
})

test('patterns match a type, a family or everything', () => {
  assert.ok(subscribes(['*'], 'refund.created') && subscribes(['refund.*'], 'refund.created'))
  assert.ok(subscribes(['fraud.detected', 'refund.created'], 'refund.created'))
  assert.not.ok(subscribes(['refund.created'], 'refund.failed') || subscribes(['fraud.*'], 'refund.failed'))
  for (const type of EVENT_TYPES) assert.ok(EVENT_PATTERNS.includes(type))
})

test('a generated secret is whsec_ and 32 random bytes; any other text is its own Standard Webhooks key', () => {
  const secret = generateSecret()
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.is(standardKey(secret).length, 32)
  assert.is(standardKey('whsec_not base64!').toString(), 'whsec_not base64!')
  assert.is(standardKey('plain-secret-text').toString(), 'plain-secret-text')
  assert.is.not(secret, generateSecret())
})

test.run()
