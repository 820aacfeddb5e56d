import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { requestRefund } from '#commands/refunds/request-refund.ts'
import { recordTransactions } from '#commands/transactions/record-transactions.ts'
import { readConfig } from '#config.ts'
import type { DomainEvent, Recorded } from '#decider.ts'
import { refundDecider } from '#domain/refunds/decider.ts'
import { refundStream } from '#domain/refunds/events.ts'
import { isRefund, type Refund } from '#domain/refunds/state.ts'
import { reservedMinor, transactionDecider } from '#domain/transactions/decider.ts'
import { transactionStream } from '#domain/transactions/events.ts'
import { connectEventStore } from '#edge/eventstore/client.ts'
import type { PaymentNetwork } from '#edge/payments/payment-network.ts'
import { createSandboxNetwork, sandboxNetworkMigrations } from '#edge/payments/sandbox-network.ts'
import { connectPostgres } from '#edge/postgres/pool.ts'
import { migrate } from '#edge/postgres/schema.ts'
import { createVault, vaultMigrations } from '#edge/postgres/vault.ts'
import { startEmbeddedEventStore } from '#embedded/eventstore/spawn.ts'
import { startEmbeddedPostgres } from '#embedded/postgres.ts'
import { type Context, createExecute } from '#execute.ts'
import { newId } from '#ids.ts'
import { reactionMigrations } from '#reactions/start.ts'
import type { Service } from '#service.ts'

const CLIENT = 'clt_test'
const MASTER_KEY = Buffer.alloc(32, 7)

export type TestOptions = {
  env?: Record<string, string>
  /** Puts something between the service and the sandbox network. */
  network?: (sandbox: PaymentNetwork) => PaymentNetwork
}

/** Real stores on temporary data, and the commands of a refund without HTTP. `another` is a second process's service on the same stores. */
export async function startReactionService(options: TestOptions = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'reactions-'))
  const [postgres, eventStore] = await Promise.all([
    startEmbeddedPostgres({ dataDir }),
    startEmbeddedEventStore({ dataDir: join(dataDir, 'eventstore') }),
  ])
  const config = readConfig({
    SANDBOX_SPEED: '1000',
    REFUND_CANCEL_WINDOW_MS: '0',
    LOG_LEVEL: 'silent',
    ...options.env,
  })
  const closing: (() => Promise<unknown>)[] = []

  async function connect(
    overrides: Partial<Pick<Service, 'log' | 'now'>> = {},
    wrap = options.network,
  ): Promise<Service> {
    const store = connectEventStore(eventStore.url)
    const db = await connectPostgres(postgres.url)
    const now = overrides.now ?? (() => new Date())
    const sandbox = createSandboxNetwork({ db, speed: config.SANDBOX_SPEED, now })
    closing.push(
      () => store.close(),
      () => db.end(),
    )
    return {
      config,
      log: pino({ level: config.LOG_LEVEL }),
      metrics: new Registry(),
      store,
      execute: createExecute(store),
      db,
      vault: createVault(db, MASTER_KEY),
      network: wrap?.(sandbox) ?? sandbox,
      now,
      ...overrides,
    }
  }

  const service = await connect()
  await migrate(service.db, [...vaultMigrations, ...sandboxNetworkMigrations, ...reactionMigrations])

  return {
    service,
    another: connect,
    async close() {
      for (const close of closing) await close()
      await Promise.all([eventStore.stop(), postgres.stop()])
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
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
export async function requested(service: Service, last4: string, transactionId?: string, amount = 10): Promise<string> {
  keys += 1
  const key = `key-${keys}`
  const transaction_id = transactionId ?? `tx-${key}`
  if (transactionId === undefined) await knownTransaction(service, transaction_id)
  const { refund_id } = await requestRefund(service, context(), key, {
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
  })
  return refund_id
}

export async function refundOf(service: Service, refundId: string): Promise<Refund> {
  const { state } = await service.execute.load(refundDecider, refundStream(refundId))
  if (!isRefund(state)) throw new Error(`${refundId} is ${state.status}`)
  return state
}

export async function historyOf(service: Service, refundId: string): Promise<string[]> {
  return (await service.store.read(refundStream(refundId))).map((event: Recorded<DomainEvent>) => event.type)
}

/** What refunds hold of a transaction, minor units. */
export async function reservedOf(service: Service, transactionId: string): Promise<number> {
  const { state } = await service.execute.load(transactionDecider, transactionStream(CLIENT, transactionId))
  return reservedMinor(state)
}

/** Waits until `look` is content; fails with what it last saw. */
export async function eventually<T>(
  look: () => Promise<T>,
  isContent: (seen: T) => boolean,
  withinMs = 8_000,
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
