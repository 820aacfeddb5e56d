import { z } from 'zod'
import type { Api } from '#http/api.ts'
import { getInstallationStatus } from '#queries/installation/get-installation-status.ts'
import type { Service } from '#service.ts'
import { timestamp } from '#values/instant.ts'
import { prose } from '#values/prose.ts'
import { countDeadMessages } from './count-dead-messages.ts'
import { createLagReader, type PrefixesOf } from './lag-reader.ts'

const age = (what: string) => z.number().describe(`${what}, milliseconds; 0 when none is.`)

const InstallationStatusResponse = z
  .object({
    log_position: z
      .string()
      .nullable()
      .describe('Position of the last event in the event store; null when the store does not answer, or is empty.'),
    subscriptions: z
      .array(
        z.object({
          name: z.string().describe('The subscription: a read model, a process, the webhooks, the bus or the audit.'),
          version: z.int().describe('Version of what it keeps.'),
          position: z.string().nullable().describe('Position in the log up to which it took events; null before any.'),
          moved_at: timestamp('When the position last moved'),
          lag_ms: z
            .number()
            .nullable()
            .describe(
              'Age of the oldest event that it has not taken, milliseconds; 0 when none waits, null when unknown.',
            ),
          leader: z
            .object({
              holder: z.int().describe('Number of the process that holds the lease; it changes at each start.'),
              lease_until: timestamp('When the lease ends unless it is renewed'),
            })
            .nullable()
            .describe('The process that takes its events; null when there is none.'),
        }),
      )
      .describe('All subscriptions to the event log, by name.'),
    queues: z
      .array(
        z.object({
          queue: z.string().describe('The queue.'),
          jobs: z.int().describe('Jobs in it, due or not.'),
          due: z.int().describe('Jobs that are due.'),
          stuck: z.int().describe('Jobs that failed nine times or more in a row.'),
          oldest_due_ms: age('How long the oldest job has been due'),
        }),
      )
      .describe('Queues that have jobs, by name.'),
    deliveries: z
      .object({
        pending: z.int().describe('Deliveries that are neither delivered nor given up.'),
        due: z.int().describe('Those that are due.'),
        oldest_due_ms: age('How long the oldest delivery has been due'),
      })
      .describe('Deliveries to the endpoints of all clients.'),
    parked_events: z
      .array(
        z.object({
          subscription: z.string().describe('The subscription that parked them.'),
          events: z.int().describe('Number of events.'),
          last_parked_at: timestamp('When the last one was parked'),
        }),
      )
      .describe(
        'Events that a subscription could not take; `npm run set-aside` lists them. Empty when there are none.',
      ),
    dead_messages: z
      .int()
      .nullable()
      .describe('Messages of other services that were refused; null when the bus is off or does not answer.'),
  })
  .describe('The state of all processes.')

const getInstallationStatusOperation = {
  config: { scope: 'users:admin', isPlatformOnly: true },
  schema: {
    tags: ['operations'],
    operationId: 'getInstallationStatus',
    summary: 'Subscriptions, queues and what waits for an operator',
    description: prose(
      'Shows the work of all processes as they left it in PostgreSQL: subscriptions with position, lag and leader,',
      'queues with the age of what is due, parked events and refused messages. `GET /health/ready` shows the process',
      'that answers.',
    ),
    response: { 200: InstallationStatusResponse },
  },
} as const

export function statusRoutes(api: Api, service: Service, prefixesOf: PrefixesOf): void {
  const readLags = createLagReader(service, prefixesOf)

  api.get('/admin/status', getInstallationStatusOperation, async () => {
    const [{ subscriptions, queues, deliveries, parked }, dead_messages] = await Promise.all([
      getInstallationStatus(service.db),
      countDeadMessages(service),
    ])
    const { end, lags } = await readLags(subscriptions)
    return {
      log_position: end,
      subscriptions: subscriptions.map(({ name, version, commit_position, moved_at, holder, lease_until }, at) => ({
        ...{ name, version, position: commit_position, moved_at, lag_ms: lags[at] ?? null },
        leader: holder === null || lease_until === null ? null : { holder, lease_until },
      })),
      queues: [...queues],
      deliveries,
      parked_events: [...parked],
      dead_messages,
    }
  })
}
