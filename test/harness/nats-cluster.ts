import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from 'nats'
import { freePort } from '#embedded/free-port.ts'
import { until } from './client.ts'
import { type NatsServer, startNatsServer } from './nats-server.ts'

const CLUSTER_MS_MAX = 30_000

export type NatsCluster = {
  /** By index, as `names` has them. */
  servers: readonly NatsServer[]
  /** Comma-separated, as NATS_URL takes them. */
  url: string
  /** The index of the server that leads a stream. */
  leaderOf(stream: string): Promise<number>
  /** Until a stream has its leader and every copy of it is current. */
  untilWhole(stream: string): Promise<void>
  stop(): Promise<void>
}

/** Real servers that copy each other's streams. */
export async function startNatsCluster(size: number, folder: string): Promise<NatsCluster> {
  const ports = await Promise.all(Array.from({ length: size }, () => freePort()))
  const routes = ports.map(port => `nats://127.0.0.1:${port}`).join(',')
  const names = ports.map((_, index) => `node-${index}`)
  const servers = await Promise.all(
    ports.map((port, index) => {
      const jetStreamIn = join(folder, names[index]!)
      mkdirSync(jetStreamIn, { recursive: true })
      const cluster = ['--cluster_name', 'bus', '--cluster', `nats://127.0.0.1:${port}`, '--routes', routes]
      return startNatsServer({ jetStreamIn, args: ['--server_name', names[index]!, ...cluster] })
    }),
  )
  const url = servers.map(server => server.url).join(',')

  async function clusterOf(stream: string) {
    const connection = await connect({ servers: servers.map(server => server.url) })
    try {
      const { cluster } = await (await connection.jetstreamManager()).streams.info(stream)
      return cluster
    } catch {
      return undefined
    } finally {
      await connection.close()
    }
  }

  return {
    servers,
    url,
    async leaderOf(stream) {
      const cluster = await until(
        () => clusterOf(stream),
        found => names.includes(found?.leader ?? ''),
        CLUSTER_MS_MAX,
      )
      return names.indexOf(cluster!.leader!)
    },
    async untilWhole(stream) {
      await until(
        () => clusterOf(stream),
        found =>
          found?.leader !== undefined && found.replicas?.length === size - 1 && found.replicas.every(r => r.current),
        CLUSTER_MS_MAX,
      )
    },
    async stop() {
      await Promise.all(servers.map(server => server.stop()))
    },
  }
}
