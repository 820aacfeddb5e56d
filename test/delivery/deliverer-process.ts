import { Registry } from 'prom-client'
import type { DeliveryLimits } from '#delivery/limits.ts'
import { startDelivery } from '#delivery/start.ts'
import { connectEventStore } from '#edge/eventstore/client.ts'
import { connectPostgres } from '#edge/postgres/pool.ts'
import { createVault } from '#edge/vault/vault.ts'
import { createExecute } from '#event-sourcing/execute.ts'
import { endpointCommands } from '#modules/webhooks/endpoint-commands.ts'
import type { Service } from '#service.ts'
import { readServiceConfig } from '#service-config.ts'
import { createLeaderElection } from '#subscription/leader-election.ts'
import { publicEvents } from '../harness/every-module.ts'
import { testLog } from '../harness/log.ts'

/** One deliverer in a process of its own, to be killed or measured. SIGTERM stops it in order. */
export type DelivererArguments = {
  databaseUrl: string
  eventStoreUrl: string
  masterKey: string
  caPem: string
  retryBaseMs: number
  limits: Partial<DeliveryLimits>
  /** How far the clock of the process is ahead of the machine's. */
  clockAheadMs?: number
}

const given: DelivererArguments = JSON.parse(process.argv[2] ?? '{}')
const { now } = Date
Date.now = () => now() + (given.clockAheadMs ?? 0)
const db = await connectPostgres(given.databaseUrl)
const store = connectEventStore(given.eventStoreUrl)
const base = readServiceConfig({ WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', WEBHOOK_RETRY_BASE_MS: String(given.retryBaseMs) })
const log = testLog()
const service: Service = {
  config: { ...base, webhookCa: given.caPem },
  log,
  metrics: new Registry(),
  store,
  execute: createExecute(store),
  db,
  leaders: createLeaderElection(db, log),
  vault: createVault(db, Buffer.from(given.masterKey, 'hex')),
  now: () => new Date(Date.now()),
}
const delivery = await startDelivery(service, given.databaseUrl, publicEvents, endpointCommands, {
  limits: given.limits,
})
process.once('SIGTERM', async () => {
  await delivery.stop()
  await service.leaders.stop()
  await store.close()
  await db.end()
  process.exit(0)
})
process.on('disconnect', () => process.exit(1))
process.on('message', () => {
  // What is left after a collection is what is held; the process was started with --expose-gc.
  globalThis.gc?.()
  process.send?.(process.memoryUsage().heapUsed)
})
process.send?.('ready')
