import { type KeyObject, randomUUID } from 'node:crypto'
import {
  createSecureServer,
  type Http2SecureServer,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2'
import type { AddressInfo } from 'node:net'
import { decodeJwt, jwtVerify } from 'jose'
import type { CertificateAndKey } from '#config/certificates.ts'
import { createForceClose } from './force-close.ts'
import { createRequestLog } from './request-log.ts'
import type { AsyncResponder, SandboxReply } from './responder.ts'

/** Source: Apple, provider tokens expire after one hour. */
const TOKEN_S_MAX = 3_600
const BODY_BYTES_MAX = 65_536
const PAYLOAD_BYTES_MAX = 4_096
const STREAMS_MAX = 1_000
const DEVICE_PATH = /^\/3\/device\/([^/?]+)$/

export type ApnsServerOptions = {
  certified: CertificateAndKey
  publicKey: KeyObject
  keyId: string
  teamId: string
  topic: string
  respond: AsyncResponder
  isExpired?: (token: string) => boolean
  port?: number
  recordedMax?: number
}

/** A sandbox of APNs: HTTP/2, provider tokens, Apple's reasons. `GET /` lists the requests. */
export async function startApnsServer(options: ApnsServerOptions) {
  const { certified, respond } = options
  const requestLog = createRequestLog(options.recordedMax)
  const sessions = new Set<ServerHttp2Session>()
  const verifications = new Map<string, Promise<string | null>>()
  const server: Http2SecureServer = createSecureServer({
    ...certified,
    settings: { maxConcurrentStreams: STREAMS_MAX },
  })
  server.on('session', session => {
    sessions.add(session)
    session.on('close', () => sessions.delete(session))
    session.on('error', () => undefined)
  })
  const close = createForceClose(server)
  server.on('sessionError', () => undefined)
  server.on('tlsClientError', () => undefined)
  server.on('stream', (stream, headers) => {
    stream.on('error', () => undefined)
    if (headers[':method'] === 'GET') {
      stream.respond({ ':status': 200, 'content-type': 'application/json' })
      stream.end(JSON.stringify(requestLog.list()))
      return
    }
    const chunks: Buffer[] = []
    let size = 0
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= BODY_BYTES_MAX) chunks.push(chunk)
    })
    stream.on('end', () => void handle(stream, headers, Buffer.concat(chunks)).catch(() => stream.close()))
  })

  async function handle(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, body: Buffer) {
    const token = DEVICE_PATH.exec(headers[':path'] ?? '')?.[1] ?? ''
    const apnsHeaders = Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) =>
        name.startsWith('apns-') && typeof value === 'string' ? [[name, value]] : [],
      ),
    )
    const payload = readJson(body)
    const fault = await findFault(headers, token, body, payload)
    const reply: SandboxReply = fault ?? (await respond({ token, headers: apnsHeaders, payload }))
    const [status, reason] =
      reply.do === 'accept' ? [200, null] : reply.do === 'refuse' ? [reply.status, reply.reason] : [0, reply.do]
    requestLog.add({ at: new Date().toISOString(), token, status, reason, headers: apnsHeaders, payload })
    if (stream.destroyed) return
    switch (reply.do) {
      case 'accept':
        stream.respond({ ':status': 200, 'apns-id': randomUUID().toUpperCase() }, { endStream: true })
        return
      case 'refuse': {
        const { reason, timestamp, retryAfter } = reply
        const after = retryAfter === undefined ? {} : { 'retry-after': retryAfter }
        stream.respond({ ':status': reply.status, 'content-type': 'application/json', ...after })
        stream.end(JSON.stringify({ reason, ...(timestamp === undefined ? {} : { timestamp }) }))
        return
      }
      case 'hang':
        return
      case 'reset':
        stream.session?.destroy()
        return
      case 'go_away':
        stream.session?.goaway()
        stream.session?.destroy()
    }
  }

  /** Errors that Apple reports before it looks at the token. */
  async function findFault(
    headers: IncomingHttpHeaders,
    token: string,
    body: Buffer,
    payload: unknown,
  ): Promise<SandboxReply | null> {
    const refuse = (status: number, reason: string): SandboxReply => ({ do: 'refuse', status, reason })
    if (headers[':method'] !== 'POST') return refuse(405, 'MethodNotAllowed')
    if (token === '') return refuse(404, 'BadPath')
    const bearer = /^bearer (.+)$/i.exec(String(headers.authorization ?? ''))?.[1]
    if (bearer === undefined) return refuse(403, 'MissingProviderToken')
    const tokenReason = await checkProviderToken(bearer)
    if (tokenReason !== null) return refuse(403, tokenReason)
    if (headers['apns-topic'] === undefined) return refuse(400, 'MissingTopic')
    if (headers['apns-topic'] !== options.topic) return refuse(400, 'TopicDisallowed')
    if (Buffer.byteLength(String(headers['apns-collapse-id'] ?? '')) > 64) return refuse(400, 'BadCollapseId')
    if (body.length > PAYLOAD_BYTES_MAX) return refuse(413, 'PayloadTooLarge')
    return typeof payload === 'object' && payload !== null && 'aps' in payload ? null : refuse(400, 'PayloadEmpty')
  }

  async function checkProviderToken(token: string): Promise<string | null> {
    const verified = verifications.get(token) ?? verify(token)
    verifications.set(token, verified)
    const tokenReason = await verified
    if (tokenReason !== null) return tokenReason
    if (options.isExpired?.(token)) return 'ExpiredProviderToken'
    const { iat = 0 } = decodeJwt(token)
    return Date.now() / 1_000 - iat > TOKEN_S_MAX ? 'ExpiredProviderToken' : null
  }

  async function verify(token: string): Promise<string | null> {
    try {
      const { protectedHeader } = await jwtVerify(token, options.publicKey, {
        ...{ algorithms: ['ES256'], issuer: options.teamId },
      })
      return protectedHeader.kid === options.keyId ? null : 'InvalidProviderToken'
    } catch {
      return 'InvalidProviderToken'
    }
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `https://127.0.0.1:${port}`,
    requests: requestLog.list,
    tokenCount: () => verifications.size,
    lastToken: () => [...verifications.keys()].at(-1),
    connections: () => sessions.size,
    close,
  }
}
export type ApnsServer = Awaited<ReturnType<typeof startApnsServer>>

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}
