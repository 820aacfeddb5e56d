import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import * as x509 from '@peculiar/x509'

/** A customer's HTTPS endpoint: a real server on loopback with a certificate of a private authority. */
export type Received = {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
  /** Milliseconds of the epoch when the whole body was there. */
  at: number
}

type Respond = (request: Received, response: ServerResponse, message: IncomingMessage) => void

export type HttpsSink = {
  /** `https://127.0.0.1:<port>/hook` */
  url: string
  port: number
  caPem: string
  received: Received[]
  server: Server
  /** Replaces the default answer, 200 `ok`. */
  respond(fn: Respond): void
  close(): Promise<void>
}

const KEY = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const HOUR_MS = 3_600_000

export type TestAuthority = {
  caPem: string
  issue(hosts: string[], notAfter?: Date): Promise<{ key: string; cert: string }>
}

/** A certificate authority for one test run. */
export async function createAuthority(): Promise<TestAuthority> {
  x509.cryptoProvider.set(webcrypto)
  const keys = await webcrypto.subtle.generateKey(KEY, true, ['sign', 'verify'])
  const [notBefore, notAfter] = [new Date(Date.now() - HOUR_MS), new Date(Date.now() + 24 * HOUR_MS)]
  const ca = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=Test Authority',
    serialNumber: '01',
    notBefore,
    notAfter,
    signingAlgorithm: KEY,
    keys: keys,
    extensions: [new x509.BasicConstraintsExtension(true, 1, true)],
  })
  return {
    caPem: ca.toString('pem'),
    async issue(hosts, end = notAfter) {
      const own = await webcrypto.subtle.generateKey(KEY, true, ['sign', 'verify'])
      const names = hosts.map(value => ({ type: /^[\d.:a-f]+$/.test(value) ? 'ip' : 'dns', value }) as const)
      const cert = await x509.X509CertificateGenerator.create({
        subject: `CN=${hosts[0]}`,
        issuer: ca.subject,
        serialNumber: Date.now().toString(16),
        notBefore: new Date(Math.min(notBefore.getTime(), end.getTime() - HOUR_MS)),
        notAfter: end,
        signingAlgorithm: KEY,
        publicKey: own.publicKey,
        signingKey: keys.privateKey,
        extensions: [new x509.SubjectAlternativeNameExtension(names)],
      })
      const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', own.privateKey)).toString('base64')
      return {
        cert: cert.toString('pem'),
        key: `-----BEGIN PRIVATE KEY-----\n${pkcs8.replace(/.{64}/g, '$&\n')}\n-----END PRIVATE KEY-----\n`,
      }
    },
  }
}

type SinkOptions = {
  authority?: TestAuthority
  port?: number /** Names in the certificate beside 127.0.0.1 and localhost. */
  hosts?: string[]
}

export async function startHttpsSink(options: SinkOptions = {}): Promise<HttpsSink> {
  const authority = options.authority ?? (await createAuthority())
  const { key, cert } = await authority.issue(['127.0.0.1', 'localhost', ...(options.hosts ?? [])])
  const received: Received[] = []
  let respond: Respond = (_, response) => void response.end('ok')
  const server = createServer({ key, cert }, (message, response) => {
    const chunks: Buffer[] = []
    message.on('data', chunk => chunks.push(chunk))
    message.on('end', () => {
      const request = { path: message.url ?? '', headers: message.headers, body: Buffer.concat(chunks), at: Date.now() }
      received.push(request)
      respond(request, response, message)
    })
    message.on('error', () => undefined)
  })
  await new Promise<void>(resolve => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `https://127.0.0.1:${port}/hook`,
    port,
    caPem: authority.caPem,
    received,
    server,
    respond(fn) {
      respond = fn
    },
    close() {
      server.closeAllConnections()
      return new Promise(resolve => server.close(() => resolve()))
    },
  }
}
