import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { setTimeout as delay } from 'node:timers/promises'

/** Pages by name through the pushed resolver, queries to other resolvers, and datagrams: a line of JSON each round. */
const EVERY_MS = 200
const ANSWER_MS_MAX = 1_000
const [name = '', pushed = '', resolvers = '', receivers = ''] = process.argv.slice(2)
const listOf = (text: string) => text.split(',').filter(one => one !== '')

async function resolve(by: string, family: 4 | 6): Promise<string> {
  const resolver = new Resolver({ timeout: ANSWER_MS_MAX, tries: 1 })
  resolver.setServers([by])
  const [address = ''] = await (family === 4 ? resolver.resolve4(name) : resolver.resolve6(name))
  return address
}

async function page(address: string): Promise<string> {
  const host = address.includes(':') ? `[${address}]` : address
  const answer = await fetch(`http://${host}/`, { signal: AbortSignal.timeout(ANSWER_MS_MAX) })
  return answer.text()
}

const none = (error: unknown) => `none: ${error instanceof Error ? String(error.cause ?? error.message) : error}`
const pageBy = (family: 4 | 6) => resolve(pushed, family).then(page).catch(none)

for (let round = 1; ; round += 1) {
  const others = listOf(resolvers).map(by => resolve(by, 4).catch(none))
  for (const receiver of listOf(receivers)) {
    const socket = createSocket(receiver.includes(':') ? 'udp6' : 'udp4')
    socket.on('error', () => undefined)
    socket.send('of the device', 443, receiver, () => socket.close())
  }
  const [page4, page6, ...names] = await Promise.all([pageBy(4), pageBy(6), ...others])
  console.log(JSON.stringify({ round, page4, page6, names }))
  await delay(EVERY_MS)
}
