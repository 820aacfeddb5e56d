import { type KeyObject, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { jwtVerify } from 'jose'
import type { CertificateAndKey } from '#config/certificates.ts'
import { createForceClose } from './force-close.ts'
import { createRequestLog } from './request-log.ts'
import type { AsyncResponder, SandboxReply } from './responder.ts'

const TOKEN_S = 3_600
const BODY_BYTES_MAX = 65_536
const PAYLOAD_BYTES_MAX = 4_096

export type FcmServerOptions = {
  certified: CertificateAndKey
  publicKey: KeyObject
  clientEmail: string
  projectId: string
  respond: AsyncResponder
  expiresIn?: number
  port?: number
  recordedMax?: number
}

type Message = { token?: string; notification?: object; data?: Record<string, unknown>; android?: object }

/** A sandbox of FCM v1 with its token endpoint, `POST /token`. `GET /` lists the requests. */
export async function startFcmServer(options: FcmServerOptions) {
  const { certified, respond, projectId, clientEmail, publicKey } = options
  const requestLog = createRequestLog(options.recordedMax)
  const granted = new Set<string>()
  let port = 0
  const server = createServer(certified, (request, response) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= BODY_BYTES_MAX) chunks.push(chunk)
    })
    request.on('error', () => undefined)
    request.on('end', () => void handle(request, response, Buffer.concat(chunks)).catch(() => response.destroy()))
  })
  const close = createForceClose(server)
  server.on('tlsClientError', () => undefined)
  server.on('clientError', (_, socket) => void socket.destroy())

  async function handle(request: IncomingMessage, response: ServerResponse, body: Buffer) {
    if (request.method === 'GET') return sendJson(response, 200, requestLog.list())
    if (request.url === '/token') return grant(response, new URLSearchParams(body.toString()))
    if (request.url !== `/v1/projects/${projectId}/messages:send`)
      return refuse(response, { do: 'refuse', status: 404, reason: 'NOT_FOUND' })
    if (!granted.has(request.headers.authorization?.replace(/^Bearer /, '') ?? ''))
      return refuse(response, { do: 'refuse', status: 401, reason: 'UNAUTHENTICATED' })
    const { message = {}, validate_only = false } = JSON.parse(body.toString('utf8')) as {
      message?: Message
      validate_only?: boolean
    }
    const { token = '', ...payload } = message
    const reply: SandboxReply = isTooLarge(message)
      ? { do: 'refuse', status: 400, reason: 'INVALID_ARGUMENT', details: [BAD_PAYLOAD] }
      : await respond({ token, headers: { validate_only: String(validate_only) }, payload })
    const status = reply.do === 'accept' ? 200 : reply.do === 'refuse' ? reply.status : 0
    const reason = reply.do === 'accept' ? null : reply.do === 'refuse' ? reply.reason : reply.do
    const headers = { validate_only: String(validate_only) }
    requestLog.add({ at: new Date().toISOString(), token, status, reason, headers, payload })
    switch (reply.do) {
      case 'accept':
        return sendJson(response, 200, {
          name: `projects/${projectId}/messages/${validate_only ? 'fake' : randomUUID()}`,
        })
      case 'refuse':
        return refuse(response, reply)
      case 'hang':
        return
      case 'reset':
      case 'go_away':
        request.socket.destroy()
    }
  }

  async function grant(response: ServerResponse, form: URLSearchParams) {
    try {
      await jwtVerify(form.get('assertion') ?? '', publicKey, {
        ...{ algorithms: ['RS256'], issuer: clientEmail, audience: `https://127.0.0.1:${port}/token` },
      })
    } catch {
      return sendJson(response, 400, { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' })
    }
    const access_token = `ya29.${randomUUID()}`
    granted.add(access_token)
    sendJson(response, 200, { access_token, expires_in: options.expiresIn ?? TOKEN_S, token_type: 'Bearer' })
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  port = (server.address() as AddressInfo).port
  return {
    port,
    url: `https://127.0.0.1:${port}`,
    tokenUri: `https://127.0.0.1:${port}/token`,
    requests: requestLog.list,
    tokenCount: () => granted.size,
    revokeTokens: () => granted.clear(),
    close,
  }
}
export type FcmServer = Awaited<ReturnType<typeof startFcmServer>>

const BAD_PAYLOAD = { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field: 'message' }] }

function isTooLarge({ notification, data }: Message): boolean {
  return Buffer.byteLength(JSON.stringify({ notification, data })) > PAYLOAD_BYTES_MAX
}

function sendJson(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers })
  response.end(JSON.stringify(body))
}

function refuse(response: ServerResponse, { status, reason, details, retryAfter }: SandboxReply & { do: 'refuse' }) {
  const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': retryAfter }
  const error = { code: status, message: 'Refused.', status: reason, ...(details === undefined ? {} : { details }) }
  sendJson(response, status, { error }, headers)
}
