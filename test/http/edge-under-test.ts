import { rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { Registry } from 'prom-client'
import { bootstrapAdmin } from '#commands/auth/bootstrap-admin.ts'
import { connectPostgres, type Database } from '#edge/postgres/pool.ts'
import { migrate } from '#edge/postgres/schema.ts'
import { createVault, vaultMigrations } from '#edge/vault/vault.ts'
import { startEmbeddedPostgres } from '#embedded/postgres.ts'
import { auditKeysOf, jwtKeysOf } from '#embedded/secrets.ts'
import { createExecute } from '#event-sourcing/execute.ts'
import type { Api } from '#http/api.ts'
import type { Health } from '#http/operations-schemas.ts'
import { createHttpServer } from '#http/server.ts'
import { authMigrations } from '#modules/auth/migrations.ts'
import { authRoutes } from '#modules/auth/routes.ts'
import type { Service } from '#service.ts'
import { type ModuleVariables, readServiceConfig } from '#service-config.ts'
import { type Auth, createAuth } from '#services/auth/auth.ts'
import { loadSigningKeys } from '#services/auth/keys.ts'
import { createLeaderElection } from '#subscription/leader-election.ts'
import { dataFolder } from '../harness/data-folder.ts'
import { describedBy, exchange } from '../harness/exchange.ts'
import { testLog } from '../harness/log.ts'
import { memoryStore } from '../harness/memory-store.ts'

export const ADMIN = { email: 'root@bank.example', password: 'a password for the tests' }

export type Answer<Body = Record<string, unknown>> = { status: number; headers: Headers; body: Body; text: string }

export type Instance = {
  url: string
  api: Api
  auth: Auth
  service: Service
  /** One request; `token` becomes the Bearer header, `json` the body. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
}
export type CallOptions = { token?: string; json?: unknown; body?: string; headers?: Record<string, string> }

export type Edge = {
  instances: Instance[]
  db: Database
  /** Every line logged, as text. */
  log: string[]
  /** Moves the clock of all instances forward. */
  pass(ms: number): void
  logIn(credentials?: { email: string; password: string }): Promise<string>
  /** Stops PostgreSQL for good. */
  breakDatabase(): Promise<void>
  stop(): Promise<void>
}

type Options = {
  env?: NodeJS.ProcessEnv
  instances?: number
  /** How far the clock of each instance is off the others'. */
  skewsMs?: number[]
  routes?: ((api: Api) => void)[]
  health?: () => Promise<Health>
  log?: Logger
}

/** The edge with real PostgreSQL and an event store in memory that all instances share. */
export async function startEdge(options: Options = {}): Promise<Edge> {
  const dataDir = dataFolder('edge-')
  const config = readServiceConfig({
    DATA_DIR: dataDir,
    BOOTSTRAP_ADMIN_EMAIL: ADMIN.email,
    BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password,
    ...options.env,
  })
  const postgres = await startEmbeddedPostgres({ dataDir })
  const db = await connectPostgres(postgres.url)
  await migrate(db, [...vaultMigrations, ...authMigrations])
  const keys = await loadSigningKeys({
    JWT_KEYS: config.JWT_KEYS ?? jwtKeysOf(dataDir),
    AUDIT_KEYS: config.AUDIT_KEYS ?? auditKeysOf(dataDir),
  })
  const store = memoryStore()
  const lines: string[] = []
  let offset = 0
  const instance = async (skewMs = 0): Promise<Instance> => {
    const log = options.log ?? testLog(line => lines.push(line))
    const service: Service<ModuleVariables> = {
      config,
      log,
      metrics: new Registry(),
      store,
      execute: createExecute(store),
      db,
      leaders: createLeaderElection(db, log),
      vault: createVault(db, Buffer.alloc(32, 7)),
      now: () => new Date(Date.now() + offset + skewMs),
    }
    await bootstrapAdmin(service, ADMIN.password)
    const auth = createAuth(service, keys)
    const health = options.health ?? (async () => ({ ready: true, parts: { postgres: { state: 'up' as const } } }))
    const routes = [(api: Api) => authRoutes(api, auth), ...(options.routes ?? [])]
    const described = { examples: {}, eventSchemas: {}, tags: [], errorAdvice: {}, guide: [], bus: [] }
    const api = await createHttpServer(service, { authenticator: auth, routes, documentParts: described, health })
    await api.listen({ port: 0, host: config.HOST })
    const { port } = api.server.address() as AddressInfo
    const url = `${config.TLS_CERT_FILE === undefined ? 'http' : 'https'}://127.0.0.1:${port}`
    describedBy(url, (await api.inject('/openapi.json')).json())
    return { url, api, auth, service, call: (method, path, how) => call(url, method, path, how) }
  }
  const instances: Instance[] = []
  const stop = async () => {
    await Promise.all(instances.map(({ api, auth }) => api.close().then(() => auth.close())))
    await db.end()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    for (let n = 0; n < (options.instances ?? 1); n += 1) instances.push(await instance(options.skewsMs?.[n]))
  } catch (error) {
    await stop()
    throw error
  }
  return {
    instances,
    db,
    log: lines,
    pass(ms) {
      offset += ms
    },
    async logIn(credentials = ADMIN) {
      const { status, body, text } = await instances[0]!.call('POST', '/api/auth/login', { json: credentials })
      if (status !== 200) throw new Error(`login: ${status} ${text}`)
      return String(body.access_token)
    },
    breakDatabase: () => postgres.stop(),
    stop,
  }
}

async function call(url: string, method: string, path: string, how: CallOptions = {}): Promise<Answer> {
  const headers = new Headers(how.headers)
  if (how.token !== undefined) headers.set('authorization', `Bearer ${how.token}`)
  const body = how.json === undefined ? how.body : JSON.stringify(how.json)
  if (body !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json')
  const answer = await exchange(url, method, path, { headers, ...(body === undefined ? {} : { body }) })
  return { ...answer, body: typeof answer.body === 'string' ? {} : answer.body }
}
