import { setTimeout as delay } from 'node:timers/promises'
import { GenericContainer, getContainerRuntimeClient, getReaper, ImageName, Wait } from 'testcontainers'

/** The real parts in containers, where a Docker engine answers. Image names can be overridden by the environment. */
const EVENTSTORE_IMAGE = process.env.EVENTSTORE_IMAGE ?? 'kurrentplatform/kurrentdb:26.0.3'
const POSTGRES_IMAGE = process.env.POSTGRES_IMAGE ?? 'postgres:18.4'
const NATS_IMAGE = process.env.NATS_IMAGE ?? 'nats:2.12.8-alpine'
const EVENTSTORE_PORT = 2113
const isAskedFor = ['EVENTSTORE_IMAGE', 'POSTGRES_IMAGE', 'NATS_IMAGE'].some(name => process.env[name] !== undefined)
/** Well below what one test file may take. */
const PULL_MS_MAX = 180_000
const START_MS_MAX = 60_000

export type Container = { url: string; stop(): Promise<void> }

/**
 * Why the real parts cannot be had here, undefined when they can: no engine, or an engine that is cut off from the
 * images. Images that were asked for by name must be there.
 */
export async function whyNoContainers(): Promise<string | undefined> {
  try {
    const runtime = await getContainerRuntimeClient()
    const images = [EVENTSTORE_IMAGE, POSTGRES_IMAGE, NATS_IMAGE].map(image => ImageName.fromString(image))
    const pulling = Promise.all([getReaper(runtime), ...images.map(image => runtime.image.pull(image))])
    const late = delay(PULL_MS_MAX, undefined, { ref: false }).then(() => {
      throw new Error(`the images were not there after ${PULL_MS_MAX / 1000} s`)
    })
    await Promise.race([pulling, late])
    return undefined
  } catch (error) {
    if (isAskedFor) throw error
    return error instanceof Error ? error.message : String(error)
  }
}

export function eventStoreContainer(): Promise<Container> {
  const settings = { INSECURE: 'true', CLUSTER_SIZE: '1', RUN_PROJECTIONS: 'None', MEM_DB: 'false' }
  // KurrentDB reads KURRENTDB_…, EventStoreDB before it EVENTSTORE_…, and a server does not start with variables of
  // its own that it does not know.
  const prefix = /kurrentdb/i.test(EVENTSTORE_IMAGE) ? 'KURRENTDB' : 'EVENTSTORE'
  const environment = Object.fromEntries(Object.entries(settings).map(([name, value]) => [`${prefix}_${name}`, value]))
  const container = new GenericContainer(EVENTSTORE_IMAGE)
    .withEnvironment(environment)
    // It listens before it is its own leader, and refuses until then. The probe of docker-compose.yml.
    .withWaitStrategy(Wait.forHttp('/health/live', EVENTSTORE_PORT).forStatusCodeMatching(status => status < 300))
  return started(container, EVENTSTORE_PORT, at => `esdb://${at}?tls=false`)
}

export function postgresContainer(): Promise<Container> {
  const container = new GenericContainer(POSTGRES_IMAGE)
    .withEnvironment({ POSTGRES_PASSWORD: 'test' })
    // The image starts PostgreSQL twice: once to make its first database, then for good.
    .withWaitStrategy(Wait.forLogMessage('database system is ready to accept connections', 2))
  return started(container, 5432, at => `postgres://postgres:test@${at}/postgres`)
}

export function natsContainer(): Promise<Container> {
  return started(new GenericContainer(NATS_IMAGE).withCommand(['--jetstream']), 4222, at => `nats://${at}`)
}

async function started(container: GenericContainer, port: number, url: (at: string) => string): Promise<Container> {
  const running = await container.withExposedPorts(port).withStartupTimeout(START_MS_MAX).start()
  return {
    url: url(`${running.getHost()}:${running.getMappedPort(port)}`),
    stop: async () => void (await running.stop()),
  }
}
