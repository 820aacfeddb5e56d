import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { createAuthority } from '#config/certificates.ts'
import { natsAccess, natsUrls } from '#config/nats-access.ts'
import { connectNats, probeNats } from '#edge/nats/connect.ts'
import { temporaryCa } from '#embedded/development-ca.ts'
import { until } from '../../harness/client.ts'
import { startNatsServer } from '../../harness/nats-server.ts'
import { suite } from '../../harness/suite.ts'

const test = suite('connection to NATS')
const folder = mkdtempSync(join(tmpdir(), 'nats-tls-'))
test.after(() => rmSync(folder, { recursive: true }))

function file(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

async function serverCertificate(name: string) {
  const authority = await temporaryCa()
  const { cert, key } = await authority.issue(['127.0.0.1', 'localhost'])
  return {
    caFile: file(`${name}-ca.pem`, authority.caPem),
    certFile: file(`${name}.pem`, cert),
    keyFile: file(`${name}-key.pem`, key),
  }
}

/** Its own authority. */
async function clientCertificate(name: string) {
  const { cert, key } = await createAuthority(name, 1)
  return { certFile: file(`${name}.pem`, cert), keyFile: file(`${name}-key.pem`, key) }
}

test('goes to another address when one is gone, and comes back by itself', async () => {
  const [first, second] = [await startNatsServer(), await startNatsServer()]
  const nats = connectNats(natsAccess({ NATS_URL: natsUrls.parse(`${first.url}, ${second.url}`) })!, 'test')
  const received: string[] = []
  try {
    nats.whenConnected(connection => {
      connection.subscribe('a', { callback: (_, message) => void received.push(message.string()) })
    })
    await until(async () => nats.isLive(), Boolean)
    const where = () => nats.live().getServer()
    const other = first.url.endsWith(where()) ? second : first
    await (other === first ? second : first).stop()
    await until(async () => nats.isLive() && other.url.endsWith(where()), Boolean, 20_000)
    nats.live().publish('a', 'b')
    await until(
      async () => received,
      words => words.length > 0,
    )
    assert.equal(received, ['b'])
  } finally {
    await nats.close()
    await first.stop()
    await second.stop()
  }
})

test('with TLS, a certificate of its own, and the authority of a file', async () => {
  const { caFile, certFile, keyFile } = await serverCertificate('server')
  const client = await clientCertificate('client')
  const args = ['--tls', '--tlscert', certFile, '--tlskey', keyFile, '--tlscacert', client.certFile, '--tlsverify']
  const tls = { caFile, ...client }
  const server = await startNatsServer({ args, tls })
  const { servers } = server.access
  try {
    assert.is(await probeNats({ servers, tls }), undefined)
    const another = await serverCertificate('another')
    const withAnother = await probeNats({ servers, tls: { ...tls, caFile: another.caFile } })
    assert.match(withAnother?.reason ?? '', 'its TLS can not be used')
    assert.ok(await probeNats({ servers, tls: { caFile } }), 'without a certificate')
    const stranger = await clientCertificate('stranger')
    assert.ok(await probeNats({ servers, tls: { caFile, ...stranger } }), "with a stranger's certificate")
  } finally {
    await server.stop()
  }
})

test('where TLS is required, a server without it is refused', async () => {
  const server = await startNatsServer()
  const address = server.url.slice('nats://'.length)
  try {
    const refusal = { reason: 'it offers no TLS', isLasting: true }
    assert.equal(await probeNats({ servers: server.access.servers, tls: {} }), refusal)
    assert.equal(await probeNats(natsAccess({ NATS_URL: natsUrls.parse(`tls://${address}`) })!), refusal)
    assert.is(await probeNats(natsAccess({ NATS_URL: natsUrls.parse(`nats://${address}`) })!), undefined)
  } finally {
    await server.stop()
  }
})

test.run()
