import { setTimeout as delay } from 'node:timers/promises'
import { collectDefaultMetrics } from 'prom-client'
import { isAdminPassword } from '#commands/auth/bootstrap-admin.ts'
import { type Inbound, NOTHING_INBOUND, startInbound } from './bus/inbound/start.ts'
import { type Outbound, startOutbound } from './bus/outbound/start.ts'
import { type StreamKeeper, startStreamKeeper } from './bus/stream-keeper.ts'
import { type CompleteConfig, type Config, findMisspelt } from './config/config.ts'
import { ROLES } from './config/environment.ts'
import { startDelivery } from './delivery/start.ts'
import { createLog } from './edge/log.ts'
import { migrate } from './edge/postgres/schema.ts'
import { deleteCredentials, writeCredentials } from './embedded/first-administrator.ts'
import type { HealthPart } from './http/operations-schemas.ts'
import { reservePort, toListenError } from './http/reserve-port.ts'
import { createHttpServer } from './http/server.ts'
import { type Connected, connect } from './lifecycle/connect.ts'
import { createHealth } from './lifecycle/health.ts'
import { checkStores } from './lifecycle/preflight.ts'
import { retryForever } from './lifecycle/retry-forever.ts'
import { createShutdownStack, type OnShutdown } from './lifecycle/shutdown-stack.ts'
import { migrationsOf } from './migrations.ts'
import type { Module, ModuleRuntime } from './module.ts'
import { modules as allModules, describeModules, endpointCommands, readModelsOf } from './modules.ts'
import { startProjector } from './projector/projector.ts'
import { waitUntilBuilt } from './projector/wait-until-built.ts'
import { startReactions } from './reactions/start.ts'
import type { Service } from './service.ts'
import { type ModuleVariables, moduleSchemas, readServiceConfig } from './service-config.ts'
import { isNoteworthy } from './subscription/subscription-status.ts'
import { runCommand } from './terminal/command-line.ts'

export type RunningService = {
  url: string
  service: Service<ModuleVariables> & { config: CompleteConfig }
  /** In reverse order of the start; requests in progress are finished. */
  stop(): Promise<void>
}

/** For tests. `now` is the machine's clock, which the service compares with the database's. */
export type Replacements = Partial<Pick<Service, 'log' | 'now'>> & { modules?: readonly Module[] }

/** Starts the configured roles, in order. The only place that wires. */
export async function start(given: Config, replacements: Replacements = {}): Promise<RunningService> {
  const { modules = allModules, log = createLog(given), now = () => new Date() } = replacements
  const { onShutdown, shutDown } = createShutdownStack(log)
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= shutDown())
  try {
    const port = await reservePort(given)
    onShutdown('the port', async () => port.release())
    const connected = await connect(given, { log, now }, onShutdown)
    const { service, interactive, clock } = connected
    const health = createHealth(service, clock)
    const started = await startModules(modules, connected, health, onShutdown)

    // From here on the process answers: 503 for what is not ready, which health shows.
    const http = await createHttpServer(interactive, {
      ...httpParts(started, service.config.ROLES.includes('api')),
      documentParts: describeModules(modules, service.config),
      health: health.check,
      isOpen: health.isOpen,
    })
    onShutdown('HTTP', () => http.close())
    port.release()
    const url = await http.listen({ host: given.HOST, port: given.PORT }).catch(error => {
      throw toListenError(error, given)
    })

    await prepare(service, modules, started)
    health.markOpen()
    const streams = keepStreams(service, health, onShutdown)
    publishEvents(service, modules, health, onShutdown)
    for (const role of ROLES.filter(name => service.config.ROLES.includes(name))) {
      const runningRole = await ROLE_STARTERS[role]?.({ ...connected, streams }, modules, started)
      if (runningRole === undefined) continue
      health.addRole(role, () => runningRole.health())
      onShutdown(role, () => runningRole.stop())
    }
    health.markStarted()
    onShutdown('the notice to probes', async () => {
      health.markEnding()
      for (const { markEnding } of started) markEnding?.()
      await delay(given.SHUTDOWN_DELAY_MS)
    })
    // The configuration that was read has the variables of the modules too.
    return { url, service: service as RunningService['service'], stop }
  } catch (error) {
    await stop().catch(() => undefined)
    throw error
  }
}

type Health = ReturnType<typeof createHealth>

async function startModules(
  modules: readonly Module[],
  { service, interactive }: Connected,
  health: Health,
  onShutdown: OnShutdown,
) {
  const started: ModuleRuntime[] = []
  for (const module of modules) {
    const parts = await module.start({ service, interactive, modules })
    started.push(parts)
    onShutdown(`module ${module.name}`, async () => parts.stop?.())
    if (parts.health !== undefined) health.addOptional(parts.health)
    if (parts.needs !== undefined) health.addRequired(parts.needs)
  }
  return started
}

async function prepare(
  { db, log }: Service,
  modules: readonly Module[],
  started: readonly ModuleRuntime[],
): Promise<void> {
  const applied = await retryForever(log, 'migrating the database', () => migrate(db, migrationsOf(modules)))
  if (applied.length > 0) log.info({ migrations: applied }, 'applied migrations')
  for (const { prepare } of started)
    if (prepare !== undefined) await retryForever(log, 'preparing for the first request', prepare)
}

/** The roles that take messages in or send them out need the streams. */
function keepStreams(
  service: Service & { config: CompleteConfig },
  health: Health,
  onShutdown: OnShutdown,
): StreamKeeper | undefined {
  const { nats, config } = service
  const isNeeded =
    config.BUS.length > 0 && (['reactor', 'deliverer'] as const).some(role => config.ROLES.includes(role))
  if (nats === undefined || !isNeeded) return undefined
  const streams = startStreamKeeper({ ...service, nats })
  health.addOptional(() => ({ bus: streams.health() }))
  onShutdown('the streams of the bus', streams.stop)
  return streams
}

/** Every public event, in the role that sends them to endpoints too; nothing unless BUS names `out`. */
function publishEvents(
  service: Service & { config: CompleteConfig },
  modules: readonly Module[],
  health: Health,
  onShutdown: OnShutdown,
): void {
  const { nats, config } = service
  if (nats === undefined || !config.BUS.includes('out') || !config.ROLES.includes('deliverer')) return
  const publicEvents = modules.flatMap(module => module.publicEvents ?? [])
  const outbound = startOutbound({ ...service, nats }, publicEvents)
  health.addOptional(() => ({ bus_out: outboundHealth(outbound) }))
  onShutdown('publishing to the bus', outbound.stop)
}

function outboundHealth({ health, problem }: Outbound): HealthPart {
  const current = health()
  const why = problem()
  return {
    state: current.ok ? 'up' : 'degraded',
    lag_ms: Math.round(current.lag_ms),
    ...(isNoteworthy(current) ? { note: why === null ? current.state : `${current.state}: ${why}` } : {}),
  }
}

type RunningRole = { stop(): Promise<void>; health: Parameters<Health['addRole']>[1] }
type StartRole = (
  connected: Connected & { streams: StreamKeeper | undefined },
  modules: readonly Module[],
  started: readonly ModuleRuntime[],
) => RunningRole | Promise<RunningRole>

/** What each role runs, in addition to requests. */
const ROLE_STARTERS: { [Role in Config['ROLES'][number]]?: StartRole } = {
  projector: ({ service }, modules) => startProjector(service, readModelsOf(modules)),
  reactor({ service, streams }, modules, started) {
    const parts = modules.map((module, index) => ({
      reactions: module.reactions?.(service.config) ?? [],
      ...(started[index]?.jobs?.() ?? { queues: [], overdueRules: [] }),
    }))
    const inbound = inboundOf(service, streams, modules)
    const reactions = startReactions(service, [...parts, { reactions: [], ...inbound.jobs }])
    return {
      health: reactions.health,
      async stop() {
        await inbound.stop()
        await reactions.stop()
      },
    }
  },
  deliverer({ service, databaseUrl }, modules) {
    const publicEvents = modules.flatMap(module => module.publicEvents ?? [])
    return startDelivery(service, databaseUrl, publicEvents, endpointCommands)
  },
}

/** What other services send over the bus; nothing unless BUS names `in`. */
function inboundOf(
  { nats, ...service }: Service,
  streams: StreamKeeper | undefined,
  modules: readonly Module[],
): Inbound {
  if (nats === undefined || streams === undefined || !service.config.BUS.includes('in')) return NOTHING_INBOUND
  const kinds = modules.flatMap(module => module.inbound ?? [])
  return startInbound({ ...service, nats }, streams, kinds)
}

/** The authenticator's routes are there in every process, because every process has health and metrics to protect. */
function httpParts(started: readonly ModuleRuntime[], isApi: boolean) {
  const [authenticator, ...others] = started.flatMap(parts => parts.authenticator ?? [])
  if (authenticator === undefined || others.length > 0) throw new Error('exactly one module must have an authenticator')
  return {
    authenticator,
    routes: started
      .filter(({ authenticator }) => isApi || authenticator !== undefined)
      .flatMap(({ routes }) => routes ?? []),
  }
}

/** In addition to SHUTDOWN_DELAY_MS: a delivery in progress may take 30 s. */
const STOP_MS_MAX = 35_000
const BUILT_MS_MAX = 10_000
const SHORT_LOG_BYTES = 16n * 1024n * 1024n

const COMMAND = {
  start: 'npm start --',
  about: `Runs the service until SIGTERM or SIGINT, in the roles that ROLES names. Environment variables configure it, all of them
optional outside production; src/config/README.md lists them.`,
} as const

async function main() {
  const config = readServiceConfig()
  const log = createLog(config)
  for (const line of findMisspelt(undefined, moduleSchemas)) log.warn(line)
  await checkStores(config, log)
  const running = await start(config, { log })
  // Per process, not per service: tests run several in one. About a hundredth of a core under load.
  collectDefaultMetrics({ register: running.service.metrics })
  if (config.ROLES.includes('api') && config.BOOTSTRAP_ADMIN_PASSWORD === undefined) {
    const { BOOTSTRAP_ADMIN_PASSWORD: password } = running.service.config
    const known = await retryForever(log, "checking the administrator's password", () =>
      isAdminPassword(running.service, password),
    )
    const where = known ? `in ${writeCredentials(config, running.url, password)}` : 'as set earlier'
    if (!known) deleteCredentials(config)
    console.log(`administrator ${config.BOOTSTRAP_ADMIN_EMAIL}, password ${where}`)
  }
  const ending = new AbortController()
  const end = (signal: string) => {
    ending.abort()
    running.service.log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), config.SHUTDOWN_DELAY_MS + STOP_MS_MAX).unref()
    running.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  // `on`, not `once`: Ctrl-C arrives from the terminal and from npm.
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  if (config.ROLES.includes('api')) {
    console.log(`docs ${running.url}/docs`)
    console.log(`console ${running.url}/console`)
    await printBuilding(running, ending.signal)
  }
  if (!ending.signal.aborted) console.log(`ready ${running.url}`)
}

/** Lists answer 503 until they are built. `ready` waits for those of a short log, which takes a second. */
async function printBuilding({ service }: RunningService, signal: AbortSignal): Promise<void> {
  try {
    const end = await service.store.end()
    const waitMs = end !== null && end.commit > SHORT_LOG_BYTES ? 0 : BUILT_MS_MAX
    const building = await waitUntilBuilt(service.db, readModelsOf(allModules), waitMs, signal)
    if (building.length > 0 && !signal.aborted) console.log(`building ${building.join(', ')}`)
  } catch (error) {
    // PostgreSQL is unavailable: the service answers 503 and waits for it, as at any other time.
    if (!signal.aborted) service.log.warn({ err: error }, 'cannot tell which lists are built')
  }
}

if (import.meta.main) await runCommand(COMMAND, main)
