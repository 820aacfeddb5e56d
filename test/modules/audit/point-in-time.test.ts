import fc from 'fast-check'
import * as assert from 'uvu/assert'
import type { AuditDeclaration } from '#declarations/history-view.ts'
import type { RefundCommand } from '#domain/refunds/commands.ts'
import { refunds } from '#domain/refunds/decider.ts'
import { isRefund, type RefundState } from '#domain/refunds/state.ts'
import { type TransactionCommand, transactions } from '#domain/transactions/decider.ts'
import { type WebhookCommand, webhooks } from '#domain/webhooks/decider.ts'
import { isWebhook, type WebhookState } from '#domain/webhooks/state.ts'
import type { Vault } from '#edge/vault/vault.ts'
import type { Family } from '#event-sourcing/category.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import { createExecute } from '#event-sourcing/execute.ts'
import { eventCountAt, type PointInTime } from '#modules/audit/point-in-time.ts'
import { viewRecord } from '#modules/audit/view-record.ts'
import { refundAudit } from '#modules/refunds/audit-declaration.ts'
import { refundEvents } from '#modules/refunds/public-events.ts'
import { transactionAudit } from '#modules/transactions/audit-declaration.ts'
import { webhookAuditDeclarations } from '#modules/webhooks/audit-declaration.ts'
import { refunds as refundRows } from '#projections/refunds/refunds.ts'
import { findRecord } from '#queries/audit/find-record.ts'
import { Rejection } from '#values/errors.ts'
import { commands as refundCommands, requestedData } from '../../domain/refunds/samples.ts'
import { type MemoryStore, memoryStore } from '../../harness/memory-store.ts'
import { suite } from '../../harness/suite.ts'

/**
 * For random histories of commands: what the audit tells of any moment is what was answered then, shown in lists and
 * told to endpoints.
 */
const test = suite('a record at any point in time of random histories')
const RUNS = 300
const BEGAN = Date.UTC(2026, 0, 1)
const READER = { client_id: 'clt_1', readsAll: false }
/** Nobody was erased. */
const UNREDACTED = {
  redactEvent: <E extends DomainEvent>(event: Recorded<E>) => event,
  redactView: (_: unknown, facts: object) => facts,
}
const WHOLE = { after: -1, limit: 10_000 }

/** Milliseconds until the next command: often none, and a clock that is set back now and then. */
const pause = fc.oneof(fc.constant(0), fc.constant(0), fc.integer({ min: 1, max: 5_000 }), fc.constant(-2_000))
const steps = <Kind extends string>(kinds: readonly Kind[]) =>
  fc.array(fc.record({ kind: fc.constantFrom(...kinds), pause, number: fc.nat(9) }), { minLength: 1, maxLength: 25 })
type Step<Kind extends string> = { kind: Kind; pause: number; number: number }

/** What stood behind the answer to a command. */
type Answered<S> = { at: string; revision: number; state: S }

/** Gives the commands one after the other; those that are refused leave nothing. */
async function live<C, S, E extends DomainEvent, Kind extends string>(
  family: Family<C, S, E>,
  id: string,
  given: readonly Step<Kind>[],
  commandOf: (step: Step<Kind>, state: S) => C,
) {
  const store = memoryStore()
  const execute = createExecute(store)
  const answers: Answered<S>[] = []
  let clock = BEGAN
  let state = family.decider.initial
  for (const [index, step] of given.entries()) {
    clock += step.pause
    const context = {
      actor: { sub: 'usr_1', client_id: 'clt_1', role: 'integrator' },
      ...{ request_id: `req_${index}`, command_id: `${index}`, correlation_id: 'req', causation_id: null },
      now: new Date(clock),
    }
    try {
      const done = await execute.run(family, id, commandOf(step, state), context)
      state = done.state
      const last = done.events.at(-1)
      if (last !== undefined) answers.push({ at: last.at, revision: last.revision, state })
    } catch (error) {
      if (!(error instanceof Rejection)) throw error
    }
  }
  return { store, answers, state }
}

/** What the audit tells of the record at moments; undefined = there is no such record. */
async function auditOf(store: MemoryStore, audited: AuditDeclaration, id: string) {
  const found = await findRecord({ store }, [audited], { audited, requestedId: id, reader: READER })
  return found === null
    ? undefined
    : (moment: PointInTime) => viewRecord(found, UNREDACTED, { reader: READER, pointInTime: moment, page: WHOLE })!
}

/** Holds for every record, whatever its module. */
async function agrees<C, S, E extends DomainEvent>(
  audited: AuditDeclaration,
  family: Family<C, S, E>,
  id: string,
  { store, answers, state }: { store: MemoryStore; answers: Answered<S>[]; state: S },
  shown: (state: S) => Record<string, unknown>,
) {
  const at = await auditOf(store, audited, id)
  if (at === undefined) return assert.equal(state, family.decider.initial)
  const differs = (told: Record<string, unknown> | null, state: S) => {
    for (const [name, value] of Object.entries(shown(state))) assert.equal(told?.[name], value, name)
  }
  const now = at(null)
  differs(now.state, state)
  assert.equal(at({ as_of: '9999-01-01T00:00:00.000Z' }).state, now.state)
  assert.equal(at({ as_of: new Date(BEGAN - 10_000_000).toISOString() }).state, null)
  assert.equal(now.chain.intact, true)
  for (const [index, line] of now.history.entries()) {
    assert.equal(line.state_before, now.history[index - 1]?.state_after ?? null)
    assert.ok(index === 0 || now.history[index - 1]!.at <= line.at, 'times never go back')
    assert.equal(at({ revision: line.revision }).state, line.state_after)
  }
  for (const answer of answers) {
    differs(at({ revision: answer.revision }).state, answer.state)
    const lastOfThen = answers.findLast(other => other.at === answer.at)!
    const then = at({ as_of: answer.at })
    differs(then.state, lastOfThen.state)
    assert.equal([then.revision, then.history.length], [lastOfThen.revision, lastOfThen.revision + 1])
  }
}

type RefundKind = RefundCommand['type']
const REFUND_KINDS = Object.keys(refundCommands) as RefundKind[]

/** Of this attempt, or of another one now and then. */
function refundCommand({ kind, number }: Step<RefundKind>, state: RefundState): RefundCommand {
  const command = refundCommands[kind]
  if (command.type === 'request')
    return { ...command, data: { ...requestedData, amount_minor: 1_000 + number, description: 'card not present' } }
  if (!('attempt' in command)) return command
  const present = isRefund(state) ? state.attempt : 0
  const next = command.type === 'retry' || command.type === 'abandon_retry' ? 1 : 0
  return { ...command, attempt: Math.max(next, present + next - (number === 0 ? 1 : 0)) }
}

/** The row that the list of refunds is answered from. */
function rowOf(events: readonly Recorded<DomainEvent>[]): Record<string, unknown> {
  const row = {}
  for (const event of events) {
    const change = refundRows.change(event)
    if (change !== null && 'insert' in change) Object.assign(row, change.insert)
    if (change !== null && 'update' in change) Object.assign(row, change.update)
  }
  return row
}

const refundSaid = (state: RefundState) => {
  if (!isRefund(state)) return { status: state.status }
  const { status, currency, transaction_id, attempt, transfer, contradictions, created_at, created_by } = state
  return { status, currency, transaction_id, attempt, transfer, contradictions, created_at, created_by }
}

test('of a refund: the folded state, the list, the last payload and the responses agree', () =>
  fc.assert(
    fc.asyncProperty(steps(REFUND_KINDS), async given => {
      const id = 'rf_1'
      const lived = await live(refunds, id, [{ kind: 'request', pause: 0, number: 1 }, ...given], refundCommand)
      await agrees(refundAudit, refunds, id, lived, refundSaid)

      const at = (await auditOf(lived.store, refundAudit, id))!
      const state = at(null).state!
      const events = await lived.store.read(`refund-${id}`)
      const row = rowOf(events)
      for (const name of [
        'refund_id',
        'client_id',
        'transaction_id',
        'status',
        'amount',
        'currency',
        'reason',
        'created_at',
      ])
        assert.equal(row[name], state[name], `the list: ${name}`)
      assert.is(row.user_id, (state.beneficiary as { user_id: string }).user_id)

      const vault = { open: async () => 'Ada Lovelace' } as unknown as Vault
      const translate = refundEvents.translator({ store: lived.store, vault, execute: createExecute(lived.store) })
      const drafts = await translate(events)
      const last = drafts.findLast(draft => draft !== null)!
      const { revision } = events[drafts.indexOf(last)]!
      const then = at({ revision }).state as Record<string, unknown> & { completion?: object }
      const { object: _, description: __, void_details: ___, beneficiary: ____, ...payload } = last.event.data
      for (const [name, value] of Object.entries(payload))
        assert.equal({ ...then, ...then.completion }[name as never], value, `the last payload: ${name}`)
      if (last === drafts.at(-1)) assert.equal(then, state, 'nothing happened since')
    }),
    { numRuns: RUNS },
  ))

type TransactionKind = TransactionCommand['type']

test('of a transaction: the folded state and the responses agree', () =>
  fc.assert(
    fc.asyncProperty(steps<TransactionKind>(['record', 'reserve', 'reserve', 'release']), async given => {
      const data = {
        ...{ client_id: 'clt_1', transaction_id: 'tx_1', user_id: 'user_1', account_id: null, amount_minor: 1_000 },
        ...{
          currency: 'EUR',
          operation_type: 'payment',
          merchant: null,
          device: null,
          timestamp: '2026-01-01T00:00:00Z',
        },
      }
      const lived = await live(
        transactions,
        transactions.id('clt_1', 'tx_1'),
        given,
        ({ kind, number }, state): TransactionCommand => {
          const refund_id = `rf_${number % 3}`
          const known = state.reservations.get(refund_id)
          const attempt = (known?.attempt ?? 0) + (kind === 'reserve' && known !== undefined ? 1 : 0)
          const named = { client_id: 'clt_1', refund_id, attempt }
          if (kind === 'record') return { type: 'record', data }
          if (kind === 'release') return { type: 'release', ...named, reason: 'failed' }
          return { type: 'reserve', ...named, amount_minor: 100 * (number + 1), currency: 'EUR' }
        },
      )
      await agrees(transactionAudit, transactions, 'tx_1', lived, ({ recorded, reservations }) => {
        let held = 0
        for (const { live } of reservations.values()) held += live ?? 0
        return recorded === null
          ? {}
          : { amount: 10, refunded_amount: held / 100, refundable_amount: (1_000 - held) / 100 }
      })
    }),
    { numRuns: RUNS },
  ))

type WebhookKind = WebhookCommand['type']

test('of an endpoint: the folded state and the responses agree, and no secret is shown', () =>
  fc.assert(
    fc.asyncProperty(steps<WebhookKind>(['create', 'update', 'rotate', 'disable', 'enable', 'remove']), async given => {
      const asked = { client_id: 'clt_1' }
      const commandOf = ({ kind, number }: Step<WebhookKind>, state: WebhookState): WebhookCommand => {
        const version = isWebhook(state) ? (state.secrets[0]?.version ?? 0) + 1 : 1
        const time = new Date(BEGAN + number * 1_000).toISOString()
        const secret = `sealed-${version}`
        switch (kind) {
          case 'create': {
            const free = { description: 'free words', metadata: { team: 'free words' }, rate_per_second: null }
            return { type: kind, data: { ...asked, url: 'https://a.example/', events: ['*'], secret, ...free } }
          }
          case 'update':
            return { type: kind, ...asked, changes: { url: `https://a.example/${number}` } }
          case 'rotate':
            return { type: kind, ...asked, version, secret, previous_expires_at: time, now: time }
          case 'disable':
            return { type: kind, ...asked, reason: 'requested', failed_days: [], failed_revision: null }
          default:
            return { type: kind, ...asked }
        }
      }
      const lived = await live(webhooks, 'wh_1', given, commandOf)
      await agrees(webhookAuditDeclarations[0]!, webhooks, 'wh_1', lived, state => {
        if (!isWebhook(state)) return { status: state.status }
        const { status, url, events, created_at, updated_at } = state
        return { status, url, events, created_at, updated_at }
      })
      const told = (await auditOf(lived.store, webhookAuditDeclarations[0]!, 'wh_1'))?.(null)
      assert.not(/sealed|free words/.test(JSON.stringify([told?.state, told?.history])))
    }),
    { numRuns: RUNS },
  ))

test('of streams whose times once went back, the longest prefix of which none is later', () =>
  fc.assert(
    fc.property(fc.array(fc.nat(20), { maxLength: 12 }), fc.integer({ min: -1, max: 21 }), (times, time) => {
      const at = (second: number) => new Date(BEGAN + second * 1_000).toISOString()
      const events = times.map((second, revision) => ({ revision, at: at(second) }) as Recorded<DomainEvent>)
      let latest = -1
      const expected = times.filter(second => {
        latest = Math.max(latest, second)
        return latest <= time
      }).length
      assert.is(eventCountAt(events, { as_of: at(time) }), expected)
    }),
    { numRuns: RUNS },
  ))

test('a time is compared to the millisecond that events have, whatever its offset and fraction', () => {
  const events = [{ revision: 0, at: '2026-01-01T12:00:00.500Z' }] as Recorded<DomainEvent>[]
  const by = (as_of: string) => eventCountAt(events, { as_of })
  assert.equal([by('2026-01-01T12:00:00.499999Z'), by('2026-01-01T12:00:00.500Z')], [0, 1])
  assert.equal([by('2026-01-01T14:00:00.500+02:00'), by('2026-01-01T12:00:00.5001Z')], [1, 1])
})

test.run()
