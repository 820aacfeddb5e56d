import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { DevelopmentCa } from '#embedded/development-ca.ts'

/** A delivery as it arrived, checked the way the spec tells receivers to. */
export type Delivery = { headers: Record<string, string>; body: string; verified: boolean }

/** The spec's reference verification: older or newer than this is refused. */
const TOLERANCE_S = 300

/** A customer's endpoint: HTTPS on this machine, 200 to everything, verifying each signature with the secret it was told. */
export async function startReceiver(ca: DevelopmentCa) {
  const { cert, key } = await ca.issue(['localhost', '127.0.0.1'])
  const deliveries: Delivery[] = []
  let secret = ''
  const server: Server = createServer({ cert, key }, async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString('utf8')
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    deliveries.push({ headers, body, verified: isAuthentic(headers, body, secret) })
    response.writeHead(200).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}/hooks`,
    deliveries,
    useSecret: (text: string) => {
      secret = text
    },
    async until(type: string, msMax: number): Promise<Delivery> {
      const deadline = Date.now() + msMax
      for (;;) {
        const delivery = deliveries.find(({ body }) => JSON.parse(body).type === type)
        if (delivery !== undefined) return delivery
        if (Date.now() > deadline) throw new Error(`no ${type} arrived within ${msMax} ms`)
        await new Promise(resolve => setTimeout(resolve, 20))
      }
    },
    close: () => {
      server.closeAllConnections()
      return new Promise<void>(resolve => server.close(() => resolve()))
    },
  }
}

/** Hex HMAC-SHA256 of "<timestamp>.<raw body>", keyed with the secret's text, compared in constant time. */
export function isAuthentic(
  headers: Record<string, string>,
  body: string,
  secret: string,
  nowMs = Date.now(),
): boolean {
  const timestamp = headers['x-service-timestamp'] ?? ''
  const given = Buffer.from(headers['x-service-signature'] ?? '', 'hex')
  const expected = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest()
  const fresh = Math.abs(nowMs / 1000 - Number(timestamp)) <= TOLERANCE_S
  return fresh && given.length === expected.length && timingSafeEqual(given, expected)
}
