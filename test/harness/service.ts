import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { type Replacements, type RunningService, start } from '#main.ts'
import { modules as allModules, configSchemasOf, readModelsOf } from '#modules.ts'
import { waitUntilBuilt } from '#projector/wait-until-built.ts'
import { readServiceConfig } from '#service-config.ts'
import { type Client, client, logIn, until } from './client.ts'
import { dataFolder, preparedFolder } from './data-folder.ts'
import { describedBy } from './exchange.ts'
import { testLog } from './log.ts'
import { noteSecret } from './secrets.ts'

export const ADMIN = { email: 'admin@example.com', password: 'correct horse battery' }

/** Tests of other things than limits are not limited. */
export const UNLIMITED = { per_minute: 10_000_000, per_day: null }

/** Real parts, fast times; silent, unless started with a log of its own. Anything can be overridden by name. */
export function testEnvironment(overrides: Record<string, string> = {}): Record<string, string> {
  return {
    PORT: '0',
    DATA_DIR: overrides.DATA_DIR ?? dataFolder('service-'),
    LOG_LEVEL: 'silent',
    SANDBOX_SPEED: '1000',
    VPN_DEMO_SERVERS: 'false',
    REFUND_CANCEL_WINDOW_MS: '50',
    BOOTSTRAP_ADMIN_EMAIL: ADMIN.email,
    BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password,
    ...overrides,
  }
}

export type TestService = RunningService & {
  environment: Record<string, string>
  /** Logged in as the first administrator; not limited in rate. */
  admin: Client
  /** Logged in as an administrator of a new client. */
  newClient(name?: string): Promise<Client>
  /** Stops the service and removes its data. */
  end(): Promise<void>
}

/** What a test waits for lists to be built; one whose log can't be read goes on without. */
const BUILT_MS_MAX = 10_000

/** A list answers 503 until its tables are there, a part of a second after the first start on new data. */
async function untilBuilt(
  { service: { config, db } }: RunningService,
  { modules = allModules }: Replacements,
): Promise<void> {
  if (!config.ROLES.includes('projector')) return
  await waitUntilBuilt(db, readModelsOf(modules), BUILT_MS_MAX).catch(() => undefined)
}

/** What a service that has just started answers, on a busy machine maybe not the first time. */
const answered = <T extends { status: number }>(ask: () => Promise<T>) => until(ask, ({ status }) => status !== 503)

/** Takes the rate limit off the first administrator's client, then logs in: a token carries the limits of its time. */
export async function logInUnlimited(url: string): Promise<Client> {
  const limited = await logIn(url, ADMIN.email, ADMIN.password)
  const { body: me } = await answered(() => limited.get('/api/auth/me'))
  await answered(() => limited.send('PATCH', `/admin/clients/${me.client_id}`, { agreed_limit: UNLIMITED }))
  return logIn(url, ADMIN.email, ADMIN.password)
}

/** The master key and signing key of several processes that run on the same stores. */
export function sharedKeys() {
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
  return { MASTER_KEY: randomBytes(32).toString('base64'), JWT_KEYS: JSON.stringify({ keys: [key] }) }
}

const configOf = (environment: Record<string, string>, { modules = allModules }: Replacements) =>
  readServiceConfig(environment, configSchemasOf(modules))

/** Starts a service on new data and takes the limits off its first administrator. */
async function startFirst(overrides: Record<string, string>, replacements: Replacements) {
  const environment = testEnvironment(overrides)
  noteSecret(environment.MASTER_KEY, environment.JWT_KEYS, environment.AUDIT_KEYS)
  const running = await start(configOf(environment, replacements), { log: testLog(), ...replacements })
  await logInUnlimited(running.url)
  await untilBuilt(running, replacements)
  return { environment, running }
}

/** A data folder as a service leaves it: tables are there and built, and its administrator is not limited. */
function startedFolder(): Promise<string> {
  return preparedFolder('service', async DATA_DIR => {
    const { running } = await startFirst({ DATA_DIR }, {})
    await running.stop()
  })
}

async function startAgain(overrides: Record<string, string>, replacements: Replacements) {
  const environment = testEnvironment({ ...overrides, DATA_DIR: await startedFolder() })
  const running = await start(configOf(environment, replacements), { log: testLog(), ...replacements })
  await untilBuilt(running, replacements)
  return { environment, running }
}

/** A started folder has stores, keys and an administrator of its own. */
const OF_A_FOLDER = /^(DATA_DIR|DATABASE_URL|EVENTSTORE_URL|MASTER_KEY|JWT_KEYS|AUDIT_KEYS|BOOTSTRAP_.*)$/

/** The whole service in this process, on data of its own, as `npm start` runs it. */
export async function startTestService(
  overrides: Record<string, string> = {},
  replacements: Replacements = {},
): Promise<TestService> {
  const { modules = allModules } = replacements
  const lacksSome = !allModules.every(({ name }) => modules.some(module => module.name === name))
  const isOwn = lacksSome || Object.keys(overrides).some(name => OF_A_FOLDER.test(name))
  const { environment, running } = await (isOwn ? startFirst : startAgain)(overrides, replacements)
  // Other modules have another document than the one that is kept.
  if (replacements.modules !== undefined)
    describedBy(running.url, (await answered(() => client(running.url).get('/openapi.json'))).body)
  const admin = await logIn(running.url, ADMIN.email, ADMIN.password)
  let clients = 0
  return {
    ...running,
    environment,
    // A token carries the limits of its time.
    admin,
    async newClient(name) {
      clients += 1
      const email = `admin${clients}@bank.example`
      const make = async (path: string, body: object) => {
        const answer = await admin.post(path, body)
        // Without its client the user would be one of the administrator's own.
        if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.text}`)
        return answer.body
      }
      const terms = { name: name ?? `Another bank ${clients}`, agreed_limit: UNLIMITED }
      const { client_id } = await make('/admin/clients', terms)
      await make('/admin/users', { client_id, email, role: 'admin', password: ADMIN.password })
      return logIn(running.url, email, ADMIN.password)
    },
    async end() {
      await running.stop()
      rmSync(environment.DATA_DIR!, { recursive: true, force: true })
    },
  }
}
