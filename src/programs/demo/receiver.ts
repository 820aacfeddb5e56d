import type { DevelopmentCa } from '#embedded/development-ca.ts'
import { startReceiver as startListening } from '#programs/listen/receiver.ts'

type ShownDelivery = { headers: Record<string, string>; body: string; verified: boolean }

export async function startReceiver(ca: DevelopmentCa) {
  const deliveries: ShownDelivery[] = []
  let secret = ''
  const receiver = await startListening(ca, {
    secret: () => secret,
    answer({ headers, body, outcome }) {
      const texts = Object.entries(headers).map(([name, value]) => [name, String(value)])
      deliveries.push({ headers: Object.fromEntries(texts), body: body.toString('utf8'), verified: 'event' in outcome })
      return { status: 200 }
    },
  })
  return {
    ...receiver,
    deliveries,
    useSecret: (text: string) => {
      secret = text
    },
    async waitFor(type: string, msMax: number, signal?: AbortSignal): Promise<ShownDelivery> {
      const deadline = Date.now() + msMax
      for (;;) {
        signal?.throwIfAborted()
        const delivery = deliveries.find(({ body }) => JSON.parse(body).type === type)
        if (delivery !== undefined) return delivery
        if (Date.now() > deadline) throw new Error(`no ${type} arrived within ${msMax} ms`)
        await new Promise(resolve => setTimeout(resolve, 20))
      }
    },
  }
}
