import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pMap from 'p-map'
import { sql } from 'slonik'
import { z } from 'zod'
import { OUTBOUND } from '#bus/outbound/start.ts'
import { ENQUEUER } from '#delivery/queue.ts'
import { connectEventStore } from '#edge/eventstore/client.ts'
import { connectPostgres } from '#edge/postgres/pool.ts'
import type { ProcessOutput } from '#programs/vpn-lab/spawn-with-output.ts'
import { readCheckpoint } from '#subscription/checkpoint.ts'
import { until } from '../harness/client.ts'
import { startHttpsSink } from '../harness/https-sink.ts'
import { keepLine } from '../harness/log.ts'
import { startPaymentGateway } from '../harness/payment-gateway.ts'
import { noteSecret } from '../harness/secrets.ts'
import { sharedKeys, testEnvironment } from '../harness/service.ts'
import { startArguments } from '../harness/start-command.ts'
import { createNetwork, FLEET_CIDR, type Network } from './network.ts'
import { startEventStore, startNats, startPostgres } from './stores.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const PORT = 8080
/** Ten processes have 170 connections. */
const POOL_MAX = 8
const STARTED_MS_MAX = 150_000
/** A start takes seconds of CPU. */
const STARTS_AT_ONCE = 2
const READY_EVERY_MS = 400
const READY_MS_MAX = 3_000

/** What `/health/ready` of a machine answered; null: nothing came. Times are milliseconds of the epoch. */
type Readiness = { at: number; answeredAt: number; status: number | null; body: string }

export type Fleet = Awaited<ReturnType<typeof startFleet>>
export type FleetMachine = Awaited<ReturnType<typeof createMachine>>

async function createMachine(network: Network, roles: string, environment: Record<string, string>) {
  const place = await network.addMachine()
  const { namespace, address } = place
  const url = `http://${address}:${PORT}`
  const name = namespace.slice(namespace.indexOf('machine-'))
  const own = { ROLES: roles, HOST: address, PORT: String(PORT), DATA_DIR: join(network.folder, name) }
  let output: ProcessOutput | undefined
  const readiness: Readiness[] = []

  async function sample(): Promise<void> {
    const at = Date.now()
    const found = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(READY_MS_MAX) })
      .then(async response => ({ status: response.status, body: await response.text() }))
      .catch(() => ({ status: null, body: '' }))
    readiness.push({ at, answeredAt: Date.now(), ...found })
  }

  return {
    ...{ place, name, roles, url, address, readiness, sample },
    isApi: roles.includes('api'),
    isReady: () => readiness.at(-1)?.status === 200,
    isRunning: () => output !== undefined,
    async start(): Promise<void> {
      const env = { ...testEnvironment({ ...environment, ...own }) }
      output = network.spawnIn(namespace, [process.execPath, ...startArguments()], { name, cwd: ROOT, env })
      await output.waitForLine(/^ready /, { msMax: STARTED_MS_MAX })
    },
    signal: (signal: NodeJS.Signals) => void output!.child.kill(signal),
    /** Resolves with the exit code, or the signal that ended it. */
    async end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals | null> {
      const ending = output!
      ending.child.kill(signal)
      const end = await ending.exited
      output = undefined
      return end
    },
  }
}

/** A machine for each of the roles given, stores, a payment gateway and an endpoint's server, all reached by wires. */
export async function startFleet(roles: readonly string[]) {
  const network = await createNetwork((name, line) => {
    if (name.startsWith('machine')) keepLine(line)
  })
  try {
    return await startOn(network, roles)
  } catch (error) {
    await network.close()
    throw error
  }
}

async function startOn(network: Network, roles: readonly string[]) {
  const stores = {
    eventstore: await startEventStore(network),
    postgres: await startPostgres(network),
    nats: await startNats(network),
  }
  const gateway = await startPaymentGateway(stores.nats.url)
  const sink = await startHttpsSink({ address: network.ownAddress })
  const caFile = join(network.folder, 'endpoints.pem')
  writeFileSync(caFile, sink.caPem)
  const auditKey = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  const environment = {
    ...sharedKeys(),
    AUDIT_KEYS: JSON.stringify({ keys: [auditKey] }),
    EVENTSTORE_URL: stores.eventstore.url,
    DATABASE_URL: stores.postgres.url,
    NATS_URL: stores.nats.url,
    ...{ DATABASE_POOL_MAX: String(POOL_MAX), PAYMENT_NETWORK: 'nats', BUS: 'in,out', LOG_LEVEL: 'info' },
    ...{ WEBHOOK_CA_FILE: caFile, WEBHOOK_ALLOW_CIDRS: FLEET_CIDR, WEBHOOK_RETRY_BASE_MS: '500' },
    // A load balancer sees for this long that it is about to end.
    SHUTDOWN_DELAY_MS: '1500',
  }
  noteSecret(environment.MASTER_KEY, environment.JWT_KEYS, environment.AUDIT_KEYS)
  const [db, store] = [await connectPostgres(stores.postgres.url), connectEventStore(stores.eventstore.url)]
  const machines: FleetMachine[] = []
  for (const role of roles) machines.push(await createMachine(network, role, environment))
  const [first, ...others] = machines
  // It migrates the database, which the others would wait for.
  await first!.start()
  await pMap(others, machine => machine.start(), { concurrency: STARTS_AT_ONCE })

  // What happens before they have a checkpoint is not sent.
  for (const subscription of [ENQUEUER, OUTBOUND])
    await until(
      () => readCheckpoint(db, subscription),
      checkpoint => checkpoint !== null,
    )

  const stopping = new AbortController()
  const sampling = machines.map(async machine => {
    while (!stopping.signal.aborted) {
      await machine.sample()
      await delay(READY_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  })

  const Name = sql.type(z.object({ name: z.string() }))
  const Leader = sql.type(z.object({ name: z.string(), address: z.string() }))
  return {
    ...{ network, stores, gateway, sink, db, store, machines },
    /** The machine that leads, by the name of the lease. */
    async leaders(): Promise<Map<string, FleetMachine>> {
      const rows = await db.any(Leader`
        select l.name, host(a.client_addr) as address from ops.leaders l
        join pg_locks k on k.locktype = 'advisory' and k.classid = 7246 and k.objid = l.holder::oid and k.granted
        join pg_stat_activity a on a.pid = k.pid where l.until > clock_timestamp()`)
      const machineAt = (address: string) => machines.find(({ place }) => place.wires.postgres!.address === address)!
      return new Map(rows.map(({ name, address }) => [name, machineAt(address)]))
    },
    /** The names of the leases under which the log is read. */
    subscriptions: () => db.anyFirst(Name`select name from ops.checkpoints`),
    async stop(): Promise<void> {
      stopping.abort()
      await Promise.all(sampling)
      await Promise.all(machines.filter(machine => machine.isRunning()).map(machine => machine.end('SIGKILL')))
      await gateway.stop()
      await sink.close()
      await store.close()
      await db.end()
      await network.close()
    },
  }
}
