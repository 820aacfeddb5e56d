import { isPaused } from '#bus/paused.ts'
import type { StreamKeeper } from '#bus/stream-keeper.ts'
import { DEAD_STREAM } from '#bus/streams.ts'
import { type Nats, NatsUnavailable } from '#edge/nats/connect.ts'
import type { JobParts } from '#reactions/reaction.ts'
import type { Service } from '#service.ts'
import { startClientPullers } from './client-pullers.ts'
import { createClientRefusals } from './client-refusals.ts'
import { createDeadLetters, type DeadLetters } from './dead-letters.ts'
import { EARLY_QUEUE } from './early-messages.ts'
import type { InboundKind } from './inbound-kind.ts'
import { createInboundMetrics } from './metrics.ts'
import { EARLY_RETRY_MS_MAX, type SettleDeps, settleEarly, settleReceived } from './settle-message.ts'
import { settlePulled } from './settle-pulled.ts'
import { createTakeMessage } from './take-message.ts'

const EARLY_LAG_MS_MAX = 60_000

export type Inbound = { jobs: JobParts; stop(): Promise<void> }

export const NOTHING_INBOUND: Inbound = { jobs: { queues: [], overdueRules: [] }, async stop() {} }

/** Takes the messages of all clients. Any number of processes may: they share the consumers. */
export function startInbound(
  service: Service & { nats: Nats },
  streams: Pick<StreamKeeper, 'readInbound' | 'isUsable'>,
  kinds: readonly InboundKind[],
): Inbound {
  const { log, db, nats } = service
  const metrics = createInboundMetrics(
    service.metrics,
    kinds.map(({ kind }) => kind),
  )
  const letters = createDeadLetters(nats, count => {
    log.warn({ count }, 'refused messages of a client that has too many were deleted')
    metrics.purged(count)
  })
  const deadLetters: DeadLetters = {
    // A stream that was made for something else may lose it: then the message stays where it is.
    async put(message, refusal) {
      if (!streams.isUsable(DEAD_STREAM)) throw new NatsUnavailable(`the stream ${DEAD_STREAM} can not be used`)
      await letters.put(message, refusal)
    },
  }
  const clients = createClientRefusals(service)
  const deps: SettleDeps = { service, take: createTakeMessage(service, kinds, clients), deadLetters, metrics }
  const pullers = startClientPullers({
    ...{ service, streams, clients },
    handle: (message, stream, signal) => settlePulled(deps, message, stream, signal),
    settle: message => settleReceived(deps, message, true),
  })

  return {
    jobs: {
      queues: [
        {
          name: EARLY_QUEUE,
          lagMsMax: EARLY_LAG_MS_MAX,
          async handler({ id, attempts }) {
            // What it waits for can not come then, so the time does not count.
            if (!nats.isLive() || (await isPaused(db, 'in'))) return { inMs: EARLY_RETRY_MS_MAX, attempts }
            const settled = await settleEarly(deps, id, attempts)
            return settled === 'done' ? { done: true } : { inMs: settled.againInMs, attempts: attempts + 1 }
          },
        },
      ],
      overdueRules: [],
    },
    stop: pullers.stop,
  }
}
