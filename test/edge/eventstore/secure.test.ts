import 'reflect-metadata'
import { spawn } from 'node:child_process'
import { webcrypto } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  BasicConstraintsExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509'
import * as assert from 'uvu/assert'
import { probeEventStore } from '#edge/eventstore/probe-event-store.ts'
import { suite } from '../../harness/suite.ts'
import { append, connect, event, ids, read } from './harness.ts'

/** The node alone, with a certificate: TLS, a user, a password. */

const test = suite('event store with a certificate')

const folder = mkdtempSync(join(tmpdir(), 'eventstore-secure-'))
const cert = join(folder, 'node.crt')
const key = join(folder, 'node.key')
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
const certificate = await X509CertificateGenerator.createSelfSigned({
  name: 'CN=localhost',
  keys,
  signingAlgorithm: algorithm,
  notAfter: new Date(Date.now() + 3_600_000),
  extensions: [
    new BasicConstraintsExtension(true),
    new SubjectAlternativeNameExtension([{ type: 'dns', value: 'localhost' }]),
  ],
})
writeFileSync(cert, certificate.toString('pem'))
writeFileSync(key, PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY'))

const main = new URL('../../../src/embedded/eventstore/main.ts', import.meta.url).pathname

/** The node alone on a folder of this name; what it said when it was ready, without the word. */
async function secureNode(name: string, ...more: string[]) {
  const where = ['--data', join(folder, name), '--host', 'localhost', '--port', '0', '--cert', cert, '--key', key]
  const child = spawn(process.execPath, [main, ...where, ...more, '--exit-with-parent'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const closed = new Promise(resolve => child.once('close', resolve))
  const line = await new Promise<string>(resolve => child.stdout.once('data', said => resolve(String(said).trim())))
  const end = async () => {
    child.kill('SIGTERM')
    await closed
  }
  return { url: line.slice('ready '.length), end }
}

const node = await secureNode('data', '--user', 'keeper', '--password', 'let-me-in')
const address = `localhost:${/\d+$/.exec(node.url)?.[0]}`
const clients = [`keeper:let-me-in@`, `keeper:wrong@`, ''].map(who =>
  connect(`esdb://${who}${address}?tlsCAFile=${cert}`),
)
const [right, wrong, nobody] = clients

test.after(async () => {
  for (const client of clients) await client.dispose()
  await node.end()
  rmSync(folder, { recursive: true, force: true })
})

test('a start finds out that a user or a password is refused, and what else stands in the way', async () => {
  const reached = (url: string) => probeEventStore(url)
  assert.is(await reached(`esdb://keeper:let-me-in@${address}?tlsCAFile=${cert}`), undefined)
  const refused = { reason: 'it refuses the user or the password', isLasting: true }
  assert.equal(await reached(`esdb://keeper:wrong@${address}?tlsCAFile=${cert}`), refused)
  assert.equal(await reached(`esdb://${address}?tlsCAFile=${cert}`), refused)
  const untrusted = await reached(`esdb://keeper:let-me-in@${address}`)
  assert.ok(untrusted?.isLasting)
  assert.match(untrusted.reason, /^its TLS can not be used: .*certificate/)
})

test('a question mark in a password begins no options', async () => {
  const options = await probeEventStore(`esdb://keeper:let?me-in@${address}?tlsCAFile=${cert}`)
  assert.is(options?.reason, 'it refuses the user or the password')
  const none = await probeEventStore(`esdb://keeper:let?me-in@${address}`)
  assert.match(none!.reason, /^its TLS can not be used: .*certificate/)
})

test('its connection string is valid and does not contain the password', async () => {
  assert.is(node.url, `esdb://${address}`)
  const client = connect(`${node.url}?tlsCAFile=${cert}`)
  const credentials = { username: 'keeper', password: 'let-me-in' }
  const { success } = await client.appendToStream('told', event(), { credentials })
  assert.ok(success)
  await client.dispose()
})

test('without a user of its own it has the default user of every node, and logs that', async () => {
  const first = await secureNode('first')
  assert.match(first.url, /^esdb:\/\/admin:changeit@localhost:\d+$/)
  const client = connect(`${first.url}?tlsCAFile=${cert}`)
  assert.is(await append(client, 'first', event()), 'stored 0')
  await client.dispose()
  await first.end()
})

test('the right password reads and writes', async () => {
  assert.is(await append(right!, 'secure', event()), 'stored 0')
  assert.is((await ids(right!, 'secure')).length, 1)
})

test('a wrong password and no password are denied', async () => {
  assert.is(await append(wrong!, 'secure', event()), 'access-denied')
  assert.is(await append(nobody!, 'secure', event()), 'access-denied')
})

test('no call but those that say what the node is goes unasked', async () => {
  const credentials = { username: 'keeper', password: 'wrong' }
  await right!.appendToStream('asked', event())
  for (const client of [wrong!, nobody!]) {
    for (const call of [
      () => read(client, 'asked').then(outcome => Promise.reject({ type: outcome })),
      () => client.appendToStream('asked', event(), { credentials }),
      () => client.deleteStream('asked'),
      () => client.tombstoneStream('asked'),
      () => new Promise((_, reject) => client.subscribeToStream('asked').on('error', reject)),
    ])
      assert.is(
        await call().then(
          () => 'let in',
          (error: { type?: string }) => error.type,
        ),
        'access-denied',
      )
  }
  assert.is((await ids(right!, 'asked')).length, 1)
})

test('plain text is not understood', async () => {
  const plain = connect(`esdb://${address}?tls=false`)
  const outcome = await append(plain, 'secure', event()).catch((error: { code?: number }) => error.code)
  assert.is(outcome, 14)
  await plain.dispose()
})

test.run()
