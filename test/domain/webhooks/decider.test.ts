import * as assert from 'uvu/assert'
import type { Recorded } from '#decider.ts'
import { type WebhookCommand, webhookDecider, webhookTable } from '#domain/webhooks/decider.ts'
import { deliveryDecider } from '#domain/webhooks/delivery-decider.ts'
import { EVENT_PATTERNS, EVENT_TYPES, subscribes } from '#domain/webhooks/event-types.ts'
import { deliveryEvents, type WebhookEvent, webhookEvents } from '#domain/webhooks/events.ts'
import { generateSecret, standardKey } from '#domain/webhooks/secret.ts'
import { isWebhook, type WebhookState } from '#domain/webhooks/state.ts'
import { Rejection } from '#errors.ts'
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
  update: { type: 'update', changes: { url: 'https://example.com/b' } },
  rotate: { type: 'rotate', version: 2, secret: 'sealed-2', previous_expires_at: '2026-01-02T00:00:00.000Z' },
  disable: { type: 'disable', reason: 'gone', failed_days: [], failed_at: 0 },
  enable: { type: 'enable' },
  remove: { type: 'remove' },
}

function apply(state: WebhookState, ...given: WebhookCommand[]): WebhookState {
  let revision = 0
  return given.reduce((before, command) => {
    const events = webhookDecider.decide(command, before)
    return events.reduce((folded, event) => webhookDecider.evolve(folded, recorded(event, revision++)), before)
  }, state)
}

function recorded(event: WebhookEvent, revision: number): Recorded<WebhookEvent> {
  webhookEvents[event.type].parse(event.data)
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
    webhookDecider.decide({ type: 'update', changes: { url: data.url, events: ['refund.*'] } }, states.active),
    [],
  )
  const [event] = webhookDecider.decide(
    { type: 'update', changes: { url: data.url, description: 'new' } },
    states.active,
  )
  assert.equal(event?.data, { description: 'new' })
})

test('an endpoint that has moved is not disabled for what its old address did', () => {
  assert.equal(webhookDecider.decide(disable, apply(webhookDecider.initial, create, update)), [])
})

test('an endpoint that was switched on again is not disabled for what it did before', () => {
  const state = apply(webhookDecider.initial, create, disable, { type: 'enable' })
  assert.equal(webhookDecider.decide({ ...disable, failed_at: 1 }, state), [])
  assert.equal(webhookDecider.decide({ ...disable, failed_at: 2 }, state)[0]?.type, 'WebhookDisabled')
})

test('a change of something else does not excuse failures', () => {
  const state = apply(webhookDecider.initial, create, { type: 'update', changes: { description: 'new' } })
  assert.equal(webhookDecider.decide(disable, state)[0]?.type, 'WebhookDisabled')
})

test('a rotation that was counted on an older state is refused', () => {
  assert.throws(
    () => webhookDecider.decide(rotate, apply(states.active, rotate)),
    (error: unknown) => error instanceof Rejection && error.code === 'CONFLICT',
  )
})

test('two rotations keep the newest two secrets', () => {
  const third = { ...rotate, version: 3, secret: 'sealed-3' }
  const state = apply(states.active, rotate, third)
  assert.ok(isWebhook(state))
  assert.equal(isWebhook(state) && state.secrets.map(({ version, expires_at }) => [version, expires_at]), [
    [3, null],
    [2, '2026-01-02T00:00:00.000Z'],
  ])
})

test('a repeated report of an exhausted delivery records nothing; a later exhaustion of it does', () => {
  const data = { webhook_id: 'wh_1', event_id: 'evt_1', event_type: 'refund.created', attempts: 8, error_code: null }
  const { decide, initial } = deliveryDecider
  assert.equal(decide({ type: 'exhaust', data }, initial), [{ type: 'DeliveryExhausted', data }])
  assert.equal(deliveryEvents.DeliveryExhausted.parse(data), data)
  assert.equal(decide({ type: 'exhaust', data }, { exhaustedAt: 8 }), [])
  assert.is(decide({ type: 'exhaust', data: { ...data, attempts: 16 } }, { exhaustedAt: 8 }).length, 1)
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
