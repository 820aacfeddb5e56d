import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { verifyWebhook, type WebhookEvent, type WebhookProblem, WebhookVerificationError } from '#client/index.ts'
import type { DevelopmentCa } from '#embedded/development-ca.ts'

export type ReceivedDelivery = {
  headers: IncomingHttpHeaders
  body: Buffer
  outcome: { event: WebhookEvent } | { problem: WebhookProblem }
}
export type ReceiverAnswer = { status: number; headers?: Record<string, string>; body?: string | Buffer }

type ReceiverOptions = {
  port?: number
  /** Read for each delivery, because it may be known only later. */
  secret(): string
  answer(delivery: ReceivedDelivery): Promise<ReceiverAnswer> | ReceiverAnswer
}

const HOST = '127.0.0.1'
/** Deliveries are some kilobytes; other requests must not fill the memory. */
const BODY_BYTES_MAX = 4_194_304

/** An HTTPS server with a certificate of the development CA. */
export async function startReceiver(ca: DevelopmentCa, { port = 0, secret, answer }: ReceiverOptions) {
  const server = createServer(await ca.issue(['localhost', HOST]), (request, response) => {
    respond(request, response).catch(() => response.destroy())
  })

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST') return void response.writeHead(405, { allow: 'POST' }).end()
    const body = await bodyOf(request)
    if (body === null) return void response.writeHead(413, { connection: 'close' }).end()
    const delivery = { headers: request.headers, body, outcome: outcomeOf(body, request.headers, secret()) }
    const { status, headers = {}, body: text } = await answer(delivery)
    response.writeHead(status, headers).end(text)
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, HOST, resolve)
  })
  const close = async () => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}/hooks`,
    close,
    [Symbol.asyncDispose]: close,
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > BODY_BYTES_MAX) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function outcomeOf(body: Buffer, headers: IncomingHttpHeaders, secret: string): ReceivedDelivery['outcome'] {
  // No secret yet.
  if (secret === '') return { problem: 'signature_mismatch' }
  try {
    return { event: verifyWebhook(body, headers, secret) }
  } catch (error) {
    if (error instanceof WebhookVerificationError) return { problem: error.reason }
    throw error
  }
}
