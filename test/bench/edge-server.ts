import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { createLog } from '#edge/log.ts'
import type { Api } from '#http/api.ts'
import { startEdge } from '../http/edge-under-test.ts'
import { PEOPLE, personOf } from './edge-crowd-people.ts'

/**
 * A server of its own process for the bench: `bare` Fastify with one route, or the whole `edge` with the same route.
 */
const UNLIMITED = { per_minute: 100_000_000, per_day: null }
const nothing = async () => ({ ok: true })

if (process.argv[2] === 'bare') {
  const app = Fastify()
  app.get('/nothing', nothing)
  await app.listen({ port: 0, host: '127.0.0.1' })
  say({ url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, token: '' })
} else {
  const routes = [(api: Api) => void api.get('/nothing', { config: { scope: 'refund:read' } }, nothing)]
  // Log lines are made and written as in production, to a file that keeps nothing.
  const log = createLog({ LOG_LEVEL: 'info' }, '/dev/null')
  const edge = await startEdge({ routes, log, env: { TRUST_PROXY: 'true' } })
  const [instance] = edge.instances
  const token = await edge.logIn()
  const { body: me } = await instance!.call('GET', '/api/auth/me', { token })
  await instance!.call('PATCH', `/admin/clients/${me.client_id}`, { token, json: { agreed_limit: UNLIMITED } })
  for (let n = 0; n < PEOPLE; n += 1)
    await instance!.call('POST', '/admin/users', { token, json: { ...personOf(n), role: 'auditor' } })
  say({ url: instance!.url, token: await edge.logIn() })
  process.on('disconnect', () => void edge.stop().then(() => process.exit(0)))
}
// CPU time is what a busy machine can't falsify.
process.on('message', () => process.send?.({ cpuMicroseconds: total(process.cpuUsage()) }))
if (process.argv[2] === 'bare') process.on('disconnect', () => process.exit(0))

function total({ user, system }: NodeJS.CpuUsage): number {
  return user + system
}

function say(message: { url: string; token: string }): void {
  process.send?.(message)
}
