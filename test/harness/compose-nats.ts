import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type ConnectionOptions, connect, type NatsConnection } from 'nats'
import { parse } from 'yaml'
import type { NatsAccess } from '#config/nats-access.ts'
import { type NatsServer, startNatsServer } from './nats-server.ts'

/** The NATS of docker-compose.yml, with its own accounts, on Debian's nats-server. */
export type ComposeNats = {
  server: NatsServer
  /** As NATS_URL of docker-compose.yml, at this server. */
  url: string
  /** The configuration as the server reads it. */
  configFile: string
  /** Has the server read this configuration instead. */
  reload(text: string): void
  connectAs(user: string, options?: ConnectionOptions): Promise<NatsConnection>
  stop(): Promise<void>
}

/** Like a number with an exponent: a password that a configuration file takes for one is refused. */
export const PASSWORDS: Record<string, string> = {
  security: '12345e67',
  gateway: '1e1',
  banking: '0x11',
  scanner: 'true',
  warehouse: '2026-01-01',
}
export const VARIABLES: Record<string, string> = Object.fromEntries(
  Object.entries(PASSWORDS).map(([user, password]) => [
    user === 'security' ? 'NATS_PASSWORD' : `NATS_${user.toUpperCase()}_PASSWORD`,
    password,
  ]),
)

type Compose = { configs: { nats: { content: string } }; 'x-environment': { NATS_URL: string } }

const compose: Compose = parse(readFileSync(resolve(import.meta.dirname, '../../docker-compose.yml'), 'utf8'), {
  merge: true,
})

export const configuration = compose.configs.nats.content

/** As Docker Compose does it. */
export function interpolate(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\$|\$\{(\w+)(?::([-?])([^}]*))?\}/g, (all, name?: string, mark?: string, word = '') => {
    if (all === '$$') return '$'
    const value = variables[name ?? '']
    if (value) return value
    if (mark === '?') throw new Error(`${name} is missing a value`)
    return word
  })
}

/** A folder and a port of this server's own. */
function ownPlaces(text: string, folder: string): string {
  const places = {
    'http: "127.0.0.1:8222"': 'http_port: -1',
    'store_dir: /data': `store_dir: ${JSON.stringify(folder)}`,
  }
  return Object.entries(places).reduce((changed, [before, after]) => {
    if (!changed.includes(before)) throw new Error(`docker-compose.yml has no ${before}`)
    return changed.replace(before, after)
  }, text)
}

export async function startComposeNats(
  variables: Record<string, string> = {},
  { args = [], tls }: { args?: readonly string[]; tls?: NatsAccess['tls'] } = {},
): Promise<ComposeNats> {
  const folder = mkdtempSync(join(tmpdir(), 'compose-nats-'))
  const configFile = join(folder, 'nats.conf')
  const text = interpolate(configuration, { ...VARIABLES, ...variables })
  writeFileSync(configFile, ownPlaces(text, folder))
  const login = { user: 'security', pass: PASSWORDS.security! }
  const server = await startNatsServer({
    args: ['--config', configFile, ...args],
    login,
    ...(tls === undefined ? {} : { tls }),
  })
  const { host } = new URL(server.url)
  return {
    server,
    url: interpolate(compose['x-environment'].NATS_URL, VARIABLES).replace('nats:4222', host),
    configFile,
    reload(changed) {
      writeFileSync(configFile, changed)
      process.kill(server.pid(), 'SIGHUP')
    },
    connectAs: (user, options = {}) =>
      connect({
        servers: server.url,
        user,
        pass: PASSWORDS[user] ?? '',
        inboxPrefix: `_INBOX.${user === 'security' ? 'security-service' : user}`,
        ...options,
      }),
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
