import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Registry } from 'prom-client'
import { sql } from 'slonik'
import { z } from 'zod'
import { requestRefund } from '#commands/refunds/request-refund.ts'
import { recordTransactions } from '#commands/transactions/record-transactions.ts'
import { refunds } from '#domain/refunds/decider.ts'
import { refundStreams } from '#domain/refunds/events.ts'
import { isRefund, type Refund } from '#domain/refunds/state.ts'
import { reservedMinor, transactions } from '#domain/transactions/decider.ts'
import { connectEventStore } from '#edge/eventstore/client.ts'
import { connectPostgres } from '#edge/postgres/pool.ts'
import { migrate } from '#edge/postgres/schema.ts'
import { createVault, vaultMigrations } from '#edge/vault/vault.ts'
import { startEmbeddedEventStore } from '#embedded/eventstore/spawn.ts'
import { startEmbeddedPostgres } from '#embedded/postgres.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import { createExecute } from '#event-sourcing/execute.ts'
import { observeOverdue } from '#modules/refunds/metrics.ts'
import { refundSubscriptions } from '#modules/refunds/processes.ts'
import type { OverdueSettings } from '#reactions/overdue-checks.ts'
import { jobPartsOf, reactionsOf } from '#reactions/process.ts'
import { type Reactions, reactionMigrations, startReactions } from '#reactions/start.ts'
import type { Service } from '#service.ts'
import { readServiceConfig } from '#service-config.ts'
import type { PaymentNetwork } from '#services/refunds/payments/payment-network.ts'
import { createSandboxNetwork, sandboxNetworkMigrations } from '#services/refunds/payments/sandbox-network.ts'
import type { RefundService } from '#services/refunds/refund-service.ts'
import { createLeaderElection } from '#subscription/leader-election.ts'
import { subscriptionMigrations } from '#subscription/migrations.ts'
import { newId } from '#values/ids.ts'
import { preparedFolder } from '../harness/data-folder.ts'
import { testLog } from '../harness/log.ts'

export const CLIENT = 'clt_test'
export const MASTER_KEY = Buffer.alloc(32, 7)

export type StoreUrls = { eventStore: string; postgres: string }

export type TestOptions = {
  env?: Record<string, string>
  /** Puts something between the service and the sandbox network. */
  network?: (sandbox: PaymentNetwork) => PaymentNetwork
}

/** A service as one process has it, without HTTP, on stores that run already. */
export async function connectService(urls: StoreUrls, { env, network }: TestOptions = {}) {
  const config = readServiceConfig({ SANDBOX_SPEED: '1000', REFUND_CANCEL_WINDOW_MS: '0', ...env })
  const store = connectEventStore(urls.eventStore)
  const db = await connectPostgres(urls.postgres)
  const sandbox = createSandboxNetwork({ db, speed: config.SANDBOX_SPEED })
  const log = testLog()
  const service: RefundService = {
    config,
    log,
    metrics: new Registry(),
    store,
    execute: createExecute(store),
    db,
    leaders: createLeaderElection(db, log),
    vault: createVault(db, MASTER_KEY),
    network: network?.(sandbox) ?? sandbox,
    now: () => new Date(),
  }
  return {
    service,
    async close() {
      await service.leaders.stop()
      await store.close()
      await db.end()
    },
  }
}

async function prepare(dataDir: string): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir })
  const db = await connectPostgres(postgres.url)
  await migrate(db, [...vaultMigrations, ...sandboxNetworkMigrations, ...subscriptionMigrations, ...reactionMigrations])
  await db.end()
  await postgres.stop()
}

/** Real stores on temporary data and a service on them; `another` is a second process's service on the same stores. */
export async function startReactionService(options: TestOptions = {}) {
  const dataDir = await preparedFolder('reactions', prepare)
  const [postgres, eventStore] = await Promise.all([
    startEmbeddedPostgres({ dataDir }),
    startEmbeddedEventStore({ dataDir: join(dataDir, 'eventstore') }),
  ])
  const urls: StoreUrls = { eventStore: eventStore.url, postgres: postgres.url }
  const connections = [await connectService(urls, options)]
  const service = connections[0]!.service

  return {
    urls,
    service,
    async another(others: TestOptions = options): Promise<RefundService> {
      const connection = await connectService(urls, others)
      connections.push(connection)
      return connection.service
    },
    async close() {
      for (const connection of connections) await connection.close()
      await Promise.all([eventStore.stop(), postgres.stop()])
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

type ReactionSettings = { reservationGraceMs?: number; unknownIsFinalMs?: number; watch?: OverdueSettings }

/** The reactions of refunds as a reactor process runs them. */
export function startRefundReactions(service: RefundService, settings: ReactionSettings = {}): Reactions {
  const { watch, ...others } = settings
  const subscriptions = refundSubscriptions(service.config, others)
  const parts = {
    ...{ reactions: reactionsOf(subscriptions), ...jobPartsOf(subscriptions, service) },
    notes: observeOverdue(service),
  }
  return startReactions(service, [parts], watch === undefined ? {} : { overdueChecks: watch })
}

export function context(sub = 'usr_agent'): Context {
  const request_id = newId('req')
  return {
    actor: { sub, client_id: CLIENT, role: 'integrator' },
    request_id,
    command_id: request_id,
    correlation_id: request_id,
    causation_id: null,
    now: new Date(),
  }
}

export async function knownTransaction(service: Service, transaction_id: string, amount = 100): Promise<void> {
  const transaction = {
    transaction_id,
    user_id: 'user_1',
    account_id: null,
    amount,
    currency: 'EUR',
    operation_type: 'payment' as const,
    merchant: null,
    device: null,
    timestamp: '2026-01-01T00:00:00.000Z',
  }
  await recordTransactions(service, context(), [transaction])
}

let keys = 0

/** A refund of a fresh transaction of its own, to an account that ends in `last4`. */
export async function requested(
  service: RefundService,
  last4: string,
  transactionId?: string,
  amount = 10,
): Promise<string> {
  keys += 1
  const key = `key-${keys}`
  const transaction_id = transactionId ?? `tx-${key}`
  if (transactionId === undefined) await knownTransaction(service, transaction_id)
  const { refund_id } = await requestRefund(service, context(), {
    idempotency_key: key,
    body: {
      transaction_id,
      alert_id: null,
      refund: { amount, currency: 'EUR', reason: 'confirmed_fraud', description: null },
      beneficiary: {
        user_id: 'user_1',
        account_id: null,
        name: 'Erika Mustermann',
        account_number: `55500${last4}`,
        bank_code: '10020030',
      },
      metadata: null,
    },
  })
  return refund_id
}

export async function refundOf(service: Service, refundId: string): Promise<Refund> {
  const { state } = await service.execute.load(refunds, refundId)
  if (!isRefund(state)) throw new Error(`${refundId} is ${state.status}`)
  return state
}

export async function historyOf(service: Service, refundId: string): Promise<string[]> {
  return (await service.store.read(refundStreams.stream(refundId))).map((event: Recorded<DomainEvent>) => event.type)
}

/** What refunds hold of a transaction, minor units. */
export async function reservedOf(service: Service, transactionId: string): Promise<number> {
  const { state } = await service.execute.load(transactions, transactions.id(CLIENT, transactionId))
  return reservedMinor(state)
}

/** Waits until `look` is content; fails with what it last saw. */
export async function eventually<T>(
  look: () => Promise<T>,
  isContent: (seen: T) => boolean,
  withinMs = 30_000,
): Promise<T> {
  const deadline = Date.now() + withinMs
  for (;;) {
    const seen = await look()
    if (isContent(seen)) return seen
    if (Date.now() > deadline) throw new Error(`after ${withinMs} ms still ${JSON.stringify(seen)}`)
    await delay(5)
  }
}

export function reaches(
  service: Service,
  refundId: string,
  status: Refund['status'],
  withinMs?: number,
): Promise<Refund> {
  return eventually(
    () => refundOf(service, refundId),
    refund => refund.status === status,
    withinMs,
  )
}

const Paid = z.object({ key: z.string(), payments: z.number(), instructed: z.number() })

/** What the sandbox network did for a refund, by attempt: how often it was told, how often it paid. */
export async function paidFor(service: Service, refundId: string): Promise<z.infer<typeof Paid>[]> {
  return [
    ...(await service.db.any(sql.type(Paid)`
      select t.key, t.instructed_count as instructed,
        (select count(*)::int from ops.sandbox_payments p where p.key = t.key) as payments
      from ops.sandbox_transfers t where t.key like ${`${refundId}:%`} order by t.key`)),
  ]
}
