import { setTimeout as delay } from 'node:timers/promises'
import { Registry } from 'prom-client'
import { bootstrapAdmin, isAdminPassword } from '#commands/auth/bootstrap-admin.ts'
import { readModels } from '#projections/read-models.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { deliveryMigrations } from './delivery/migrations.ts'
import { startDelivery } from './delivery/start.ts'
import { connectEventStore } from './edge/eventstore/client.ts'
import { createLog } from './edge/log.ts'
import { startDatabaseClock } from './edge/postgres/database-clock.ts'
import { connectInteractive } from './edge/postgres/interactive.ts'
import { connectPostgres } from './edge/postgres/pool.ts'
import { migrate } from './edge/postgres/schema.ts'
import { traceAppends } from './edge/tracing/trace-appends.ts'
import { startTracing } from './edge/tracing/tracing.ts'
import { createVault, vaultMigrations } from './edge/vault/vault.ts'
import { withDevelopmentEndpoints } from './embedded/development-endpoints.ts'
import { announce, forgetCredentials, withFirstAdministrator } from './embedded/first-administrator.ts'
import { masterKeyOf } from './embedded/secrets.ts'
import { startStores } from './embedded/start.ts'
import { createExecute } from './execute.ts'
import { createHealth } from './health.ts'
import { createHttpServer } from './http/server.ts'
import { auditMigrations } from './modules/audit/migrations.ts'
import { auditRoutes } from './modules/audit/routes.ts'
import { createAuth } from './modules/auth/auth.ts'
import { loadKeys } from './modules/auth/keys.ts'
import { authMigrations } from './modules/auth/migrations.ts'
import { createNatsNetwork } from './modules/refunds/payments/nats-network.ts'
import { createSandboxNetwork, sandboxNetworkMigrations } from './modules/refunds/payments/sandbox-network.ts'
import { refundRoutes } from './modules/refunds/routes.ts'
import { transactionRoutes } from './modules/transactions/routes.ts'
import { webhookRoutes } from './modules/webhooks/routes.ts'
import { startProjector } from './projector/projector.ts'
import { reactionMigrations, startReactions } from './reactions/start.ts'
import type { Service } from './service.ts'
import { createLeaders } from './subscription/leaders.ts'
import { subscriptionMigrations } from './subscription/migrations.ts'
import { untilItWorks } from './until-it-works.ts'

export type Running = {
  /** Where the API answers. */
  url: string
  service: Service
  /** Ends everything in the reverse order of its start; what is in flight is finished first. */
  stop(): Promise<void>
}

/** What tests may put in place of the real thing; `now` is the machine's clock, which the service compares with the database's. */
export type Replacements = Partial<Pick<Service, 'log' | 'now' | 'network'>>

const migrations = [
  ...vaultMigrations,
  ...authMigrations,
  ...subscriptionMigrations,
  ...reactionMigrations,
  ...sandboxNetworkMigrations,
  ...deliveryMigrations,
  ...auditMigrations,
]

/** Starts the roles that the configuration names, in order; this is the only place that wires. */
export async function start(given: Config, replacements: Replacements = {}): Promise<Running> {
  const undo: (() => Promise<unknown>)[] = []
  const undoAll = async () => {
    for (const step of undo.reverse()) await step()
  }
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= undoAll())
  try {
    const log = replacements.log ?? createLog(given)
    const tracing = await startTracing(given, log)
    if (tracing !== undefined) undo.push(() => tracing.stop())
    const stores = await startStores(given, log)
    undo.push(stores.stop)
    const config = await withDevelopmentEndpoints(withFirstAdministrator(given))

    const db = await untilItWorks(log, 'connecting to PostgreSQL', () => connectPostgres(stores.databaseUrl))
    undo.push(() => db.end())
    const asked = await untilItWorks(log, 'connecting to PostgreSQL', () => connectInteractive(stores.databaseUrl))
    undo.push(() => asked.end())
    const metrics = new Registry()
    const machine = replacements.now ?? (() => new Date())
    const clock = await untilItWorks(log, "reading the database's clock", () =>
      startDatabaseClock({ db: asked, log, metrics, machine }),
    )
    undo.push(async () => clock.stop())
    const { now } = clock
    const connected = connectEventStore(stores.eventStoreUrl)
    undo.push(() => connected.close())
    const store = tracing === undefined ? connected : traceAppends(connected, tracing)
    const service: Service = {
      config,
      log,
      metrics,
      tracing,
      store,
      execute: createExecute(store),
      db,
      leaders: createLeaders(db, log),
      vault: createVault(asked, config.MASTER_KEY ?? masterKeyOf(config.DATA_DIR)),
      network: replacements.network ?? (await paymentNetwork(config, db, now)),
      now,
    }
    undo.push(() => service.leaders.stop())
    undo.push(() => service.network.close())

    /** As above, for requests: their questions are answered soon or given up. */
    const answering: Service = { ...service, db: asked }

    // From here on the process answers: what is not up yet is shown by its health and refused with 503.
    const health = createHealth(service, clock)
    const auth = createAuth(answering, await loadKeys(config))
    const plays = (role: Config['ROLES'][number]) => config.ROLES.includes(role)
    const routes = plays('api') ? [refundRoutes, transactionRoutes, webhookRoutes, auditRoutes] : []
    const http = await createHttpServer(answering, { routes, auth, health: health.check, isOpen: health.isOpen })
    undo.push(() => http.close())
    const url = await http.listen({ host: config.HOST, port: config.PORT })

    await untilItWorks(log, 'migrating the database', () => migrate(db, migrations))
    await untilItWorks(log, 'creating the first administrator', () => bootstrapAdmin(service))
    health.open()
    if (plays('projector')) {
      const projector = startProjector(service, readModels)
      health.add('projector', () => projector.health())
      undo.push(() => projector.stop())
    }
    if (plays('reactor')) {
      const reactions = await startReactions(service)
      health.add('reactor', () => reactions.health())
      undo.push(() => reactions.stop())
    }
    if (plays('deliverer')) {
      const delivery = await startDelivery(service, stores.databaseUrl)
      health.add('deliverer', () => delivery.health())
      undo.push(() => delivery.stop())
    }
    health.started()
    undo.push(async () => {
      health.ending()
      await delay(config.SHUTDOWN_DELAY_MS)
    })
    return { url, service, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function paymentNetwork(config: Config, db: Service['db'], now: Service['now']) {
  if (config.PAYMENT_NETWORK === 'sandbox') return createSandboxNetwork({ db, speed: config.SANDBOX_SPEED, now })
  return createNatsNetwork({ url: config.NATS_URL! })
}

/** Beside SHUTDOWN_DELAY_MS: a delivery that is under way may take its 30 s. */
const STOP_MS_MAX = 35_000

/** `npm start`: runs until SIGTERM or SIGINT. */
async function main() {
  const config = readConfig()
  const running = await start(config)
  if (config.ROLES.includes('api') && config.BOOTSTRAP_ADMIN_PASSWORD === undefined) {
    const password = running.service.config.BOOTSTRAP_ADMIN_PASSWORD!
    const { log } = running.service
    const known = await untilItWorks(log, "checking the administrator's password", () =>
      isAdminPassword(running.service, password),
    )
    const where = known ? `in ${announce(config, running.url, password)}` : 'as it was set'
    if (!known) forgetCredentials(config)
    console.log(`administrator ${config.BOOTSTRAP_ADMIN_EMAIL}, password ${where}`)
  }
  console.log(`ready ${running.url}`)
  const end = (signal: string) => {
    running.service.log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), config.SHUTDOWN_DELAY_MS + STOP_MS_MAX).unref()
    running.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  // More than once: Ctrl-C reaches the service from the terminal and from npm.
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
}

if (import.meta.main)
  main().catch(error => {
    console.error(error instanceof ConfigError ? error.message : error)
    process.exit(1)
  })
