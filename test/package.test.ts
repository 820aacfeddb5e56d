import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import * as assert from 'uvu/assert'
import { chapterBlock } from './harness/chapters.ts'
import { ADMIN, startTestService } from './harness/service.ts'
import { suite } from './harness/suite.ts'

/**
 * The package as an integrator gets it: packed, installed into a folder of its own without a network, imported,
 * type-checked.
 */
const test = suite('package')
const root = resolve(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'package-'))
test.after(() => rmSync(folder, { recursive: true, force: true }))

const INSTALL_MS_MAX = 300_000
const versionOf = (manifest: string) => JSON.parse(readFileSync(join(root, manifest), 'utf8')).version
const version = versionOf('package.json')
const PACKAGE = `security-service-client-${version}.tgz`

const CONSUMER = `
import { createClient, ServiceError, verifyWebhook, type WebhookEvent, WebhookVerificationError } from 'security-service-client'

const [url = '', email = '', password = ''] = process.argv.slice(2)
const client = createClient({ url, login: { email, password } })
const { role } = await client.me()
// @ts-expect-error: there is no such role
const isKnown = role === 'emperor'
const { data } = await client.listRefunds({ query: { status: 'completed' } })
const total: number = data.map(({ amount }) => amount).reduce((sum, amount) => sum + amount, 0)
// @ts-expect-error: a refund has an id
const refused = await client.getRefund({ path: {} }).catch(error => error)
const missing = await client.getRefund({ path: { refund_id: 'rf_none' } }).catch(error => error)
const code: string = missing instanceof ServiceError ? missing.code : 'none'
function typeOf(body: string, headers: Record<string, string>): string {
  try {
    const event: WebhookEvent = verifyWebhook(body, headers, 'a secret')
    return event.type === 'refund.completed' ? event.data.refund_id : event.type
  } catch (error) {
    return error instanceof WebhookVerificationError ? error.reason : 'unknown'
  }
}
console.log(JSON.stringify({ role, isKnown, total, code, forged: typeOf('{}', {}), refused: refused instanceof Error }))
`

/** Its output, or what it said when it failed. */
function run(command: string, args: string[], cwd: string): string {
  const { status, stdout, stderr }: SpawnSyncReturns<string> = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    timeout: INSTALL_MS_MAX,
  })
  assert.is(status, 0, `${command} ${args.join(' ')}\n${stdout}${stderr}`)
  return stdout
}

/** Beside this process, which is the service. */
function printedBy(...args: string[]): Promise<string> {
  const child = spawn(process.execPath, args, { cwd: folder })
  let text = ''
  child.stdout.on('data', chunk => (text += chunk))
  child.stderr.on('data', chunk => (text += chunk))
  return new Promise(done => child.on('close', () => done(text)))
}

test('installs without a network, needs no other package, and its files are the client alone', () => {
  assert.is(versionOf('src/client/package.json'), version, 'the client has the version of the service')
  run('npm', ['pack', './src/client', '--silent', '--pack-destination', folder], root)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  run('npm', ['install', '--silent', '--offline', '--ignore-scripts', `./${PACKAGE}`], folder)
  assert.equal(
    readdirSync(join(folder, 'node_modules')).filter(name => !name.startsWith('.')),
    ['security-service-client'],
  )
  const listed = run('tar', ['-tf', PACKAGE], folder).trim().split('\n')
  const others = listed.filter(file => !file.startsWith('package/dist/'))
  assert.equal(others.sort(), ['package/LICENSE', 'package/README.md', 'package/package.json'])
})

test('its types hold for a consumer, with the types of Node and with those of a browser', () => {
  writeFileSync(join(folder, 'consumer.ts'), CONSUMER)
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022']
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')]
  const tsc = join(root, 'node_modules/.bin/tsc')
  run(tsc, [...options, '--lib', 'es2022', ...types, 'consumer.ts'], folder)
  run(tsc, [...options, '--lib', 'es2022,dom', ...types, 'consumer.ts'], folder)
})

test('it works there against a service, and so does the example of its README', async () => {
  const service = await startTestService()
  try {
    const expected = { role: 'admin', isKnown: false, total: 0, code: 'REFUND_003', forged: 'missing_signature' }
    const text = await printedBy('consumer.ts', service.url, ADMIN.email, ADMIN.password)
    assert.is(text, `${JSON.stringify({ ...expected, refused: true })}\n`)
    const transaction = { transaction_id: 'tx_1', user_id: 'user_1', amount: 125.5, currency: 'EUR' }
    const at = { operation_type: 'payment', timestamp: '2026-01-01T12:00:00Z' }
    await service.admin.post('/transactions', { ...transaction, ...at })
    mkdirSync(join(folder, 'data'))
    writeFileSync(join(folder, 'data/admin-credentials.json'), JSON.stringify({ url: service.url, ...ADMIN }))
    writeFileSync(join(folder, 'example.ts'), chapterBlock('src/client/README.md', 'TypeScript client', 'ts'))
    assert.match(await printedBy('example.ts'), /^rf_\S+ pending\n$/)
    const again = (await printedBy('example.ts')).trim()
    assert.match(again, /^REFUND_008 \{.*remaining: 25\.25,.*\} req_\S+$/s, again)
  } finally {
    await service.end()
  }
})

test.run()
