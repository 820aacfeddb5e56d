import { randomBytes, randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { Registry } from 'prom-client'
import { sql } from 'slonik'
import { z } from 'zod'
import type { CreateWebhookBody } from '#commands/webhooks/create-webhook.ts'
import { createWebhook } from '#commands/webhooks/create-webhook.ts'
import type { Config } from '#config/config.ts'
import { deliveryMigrations } from '#delivery/migrations.ts'
import { uuidOf } from '#delivery/queue.ts'
import { type DeliveryEngine, type DeliveryOptions, startDelivery } from '#delivery/start.ts'
import { refunds } from '#domain/refunds/decider.ts'
import { connectPostgres } from '#edge/postgres/pool.ts'
import { migrate } from '#edge/postgres/schema.ts'
import { createVault, vaultMigrations } from '#edge/vault/vault.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#embedded/postgres.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { EventStore } from '#event-sourcing/event-store.ts'
import { createExecute } from '#event-sourcing/execute.ts'
import { endpointCommands } from '#modules/webhooks/endpoint-commands.ts'
import { getDelivery } from '#queries/webhooks/get-delivery.ts'
import { ListDeliveriesQuery, listDeliveries } from '#queries/webhooks/list-deliveries.ts'
import type { Service } from '#service.ts'
import { type ModuleVariables, readServiceConfig } from '#service-config.ts'
import { beneficiarySubject } from '#services/refunds/sealed-fields.ts'
import { createLeaderElection } from '#subscription/leader-election.ts'
import { subscriptionMigrations } from '#subscription/migrations.ts'
import { createNegativeCache } from '#subscription/negative-cache.ts'
import { newId } from '#values/ids.ts'
import { preparedFolder } from '../harness/data-folder.ts'
import { publicEvents } from '../harness/every-module.ts'
import { testLog } from '../harness/log.ts'
import { noteSecret } from '../harness/secrets.ts'
import { makeClockMovable, moveClock } from './database-clock.ts'
import { createLogStore } from './log-store.ts'

/** The delivery engine on a real PostgreSQL, with an event store in memory and a clock that the test moves. */
export type Engine = {
  service: Service<ModuleVariables>
  databaseUrl: string
  postgres: EmbeddedPostgres
  dataDir: string
  /** Every line that was logged. */
  logged: string[]
  clock: {
    /** How far this process's clock is ahead of the real time; alone, it is a process whose clock is wrong. */
    offsetMs: number
    /** Moves both clocks, this process's and the database's. */
    set(ms: number): Promise<void>
    /** Moves the database's alone. */
    setDatabase(ms: number): Promise<void>
  }
  start(options?: DeliveryOptions): Promise<DeliveryEngine>
  context(clientId?: string): Context
  /** The service's own word, which counts for endpoints of any client. */
  byService(): Context
  webhook(input: Partial<CreateWebhookBody> & { url: string }, clientId?: string): ReturnType<typeof createWebhook>
  /** The endpoint's deliveries with their attempts, newest first. */
  deliveries(webhookId: string): Promise<Delivered[]>
  /** Moves the clock from gap to gap of the retry schedule, never while something is leased, until `check` holds. */
  skipUntil(what: string, check: () => boolean | Promise<boolean>): Promise<void>
  /** Requests a refund: one `refund.created`. */
  refund(clientId?: string, more?: { description?: string }): Promise<string>
  end(): Promise<void>
}

type EngineOptions = {
  caPem?: string
  config?: Partial<Config>
  store?: EventStore
  databaseUrl?: string
  masterKey?: Buffer
}

type Delivered = NonNullable<Awaited<ReturnType<typeof getDelivery>>>

const Waiting = z.object({ due_in_ms: z.number().nullable(), leased: z.number() })

export const CLIENT = 'clt_test'

async function prepare(dataDir: string): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir })
  await makeClockMovable(postgres.url)
  const db = await connectPostgres(postgres.url)
  await migrate(db, [...vaultMigrations, ...subscriptionMigrations, ...deliveryMigrations])
  await db.end()
  await postgres.stop()
}

export async function startEngine(options: EngineOptions = {}): Promise<Engine> {
  const dataDir = await preparedFolder('delivery', prepare)
  const postgres = await startEmbeddedPostgres({ dataDir })
  const db = await connectPostgres(postgres.url)
  const store = options.store ?? createLogStore()
  const clock: Engine['clock'] = {
    offsetMs: 0,
    async set(ms) {
      clock.offsetMs = ms
      await moveClock(db, ms)
    },
    setDatabase: ms => moveClock(db, ms),
  }
  // As in the service; the log store in memory answers at once, and its subscriptions have no end.
  const negativeCache = options.store === undefined ? undefined : createNegativeCache(store)
  const logged: string[] = []
  const base = readServiceConfig({ WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', WEBHOOK_RETRY_BASE_MS: '50' })
  const log = testLog(line => logged.push(line))
  const service: Service<ModuleVariables> = {
    config: { ...base, webhookCa: options.caPem, ...options.config },
    log,
    metrics: new Registry(),
    store,
    execute: createExecute(store, negativeCache),
    db,
    leaders: createLeaderElection(db, log),
    vault: createVault(db, options.masterKey ?? randomBytes(32)),
    now: () => new Date(Date.now() + clock.offsetMs),
  }
  const running: DeliveryEngine[] = []
  const context = (clientId = CLIENT): Context => ({
    actor: { sub: 'usr_test', client_id: clientId, role: 'integrator' },
    request_id: 'req_test',
    command_id: randomUUID(),
    correlation_id: 'req_test',
    causation_id: null,
    now: service.now(),
  })
  return {
    service,
    databaseUrl: postgres.url,
    postgres,
    dataDir,
    logged,
    clock,
    async start(given = {}) {
      const limits = { pollMs: 100, maintenanceMs: 100, stopMs: 2_000, pauseMs: 50, ...given.limits }
      const delivery = await startDelivery(service, postgres.url, publicEvents, endpointCommands, { ...given, limits })
      running.push(delivery)
      return delivery
    },
    context,
    byService: () => ({ ...context(), actor: { sub: 'test', client_id: CLIENT, role: 'system' } }),
    async webhook(input, clientId) {
      const created = await createWebhook(service, context(clientId), { events: ['*'], ...input })
      noteSecret(created.secret)
      return created
    },
    async deliveries(webhookId) {
      const query = ListDeliveriesQuery.parse({})
      const { data } = await listDeliveries(db, uuidOf(webhookId), query)
      const found = await Promise.all(data.map(row => getDelivery(service, uuidOf(webhookId), uuidOf(row.delivery_id))))
      return found.flatMap(row => (row === null ? [] : [row]))
    },
    skipUntil: (what, check) =>
      until(what, async () => {
        const waiting = await db.one(sql.type(Waiting)`
          select (extract(epoch from min(due_at) - now()) * 1000)::float8 as due_in_ms, count(lease)::int4 as leased
          from ops.webhook_deliveries where state = 'pending'`)
        const ahead = waiting.due_in_ms ?? 0
        if (waiting.leased === 0 && ahead > 0) await clock.set(clock.offsetMs + ahead)
        return check()
      }),
    refund: (clientId, more) => requestRefund(service, context(clientId), more),
    async end() {
      await Promise.all(running.map(delivery => delivery.stop()))
      await service.leaders.stop()
      await negativeCache?.stop()
      await db.end()
      await store.close()
      await postgres.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function requestRefund(
  service: Service,
  context: Context,
  { description = null }: { description?: string | null } = {},
): Promise<string> {
  const refundId = newId('rf')
  const { client_id } = context.actor
  const subject = beneficiarySubject(client_id, 'user_1')
  const [name, account] = ['Ana Example', 'DE89370400440532013000']
  noteSecret(name, account)
  const data = {
    client_id,
    transaction_id: 'txn_1',
    alert_id: null,
    amount_minor: 125_050,
    currency: 'EUR',
    reason: 'confirmed_fraud',
    description,
    beneficiary: {
      user_id: 'user_1',
      account_id: null,
      name: await service.vault.seal(subject, `${refundId}|name`, name),
      account_number: await service.vault.seal(subject, `${refundId}|account_number`, account),
      account_masked: 'DE89**************3000',
      bank_code: 'COBADEFFXXX',
    },
    metadata: { case_id: 'case_1', agent_id: null },
    idempotency_key: refundId,
    fingerprint: 'f',
    estimated_completion: context.now.toISOString(),
    tracking: { reference: 'ref', trace_id: 'trace' },
  }
  await service.execute.run(refunds, refundId, { type: 'request', data }, context, {
    expectNoStream: true,
  })
  return refundId
}

/**
 * Waits until `check` holds; fails with `what` after `ms`: no promise of a speed, a busy machine may stand still for
 * seconds.
 */
export async function until(what: string, check: () => boolean | Promise<boolean>, ms = 30_000): Promise<void> {
  const deadline = Date.now() + ms
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error(`not within ${ms} ms: ${what}`)
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}
