import { setTimeout as delay } from 'node:timers/promises'
import { withTimeout } from '#concurrency/timeout.ts'
import type { Service } from '#service.ts'
import type { AuditConfig } from '#services/audit/config.ts'
import { keepRunningAsLeader } from '#subscription/leader-election.ts'
import type { Lease } from '#subscription/lease.ts'
import type { LogSubscriptionDeps } from '#subscription/log-subscription.ts'
import type { AuditSigner } from '../signing.ts'
import { createCheckpointStatus } from './checkpoint-status.ts'
import { startEventRecorder } from './event-recorder.ts'
import { fileSink } from './file-sink.ts'
import { makeCheckpoint } from './make-checkpoint.ts'
import { natsSink } from './nats-sink.ts'
import { catchUp, type Sink } from './sink.ts'

const LEADER = 'audit-checkpoints'
const POLL_MS = 1_000
const SINK_RETRY_MS = 5_000
/** Time for a last checkpoint when the service stops. */
const FINISH_MS_MAX = 2_000

export type Checkpoints = ReturnType<typeof startCheckpoints>

type Deps = LogSubscriptionDeps & Pick<Service, 'nats'> & { config: AuditConfig }

/** In one process at a time. */
export function startCheckpoints(service: Deps, signer: AuditSigner) {
  const { db, leaders, log, now, config, nats } = service
  const everyMs = config.CHECKPOINT_EVERY_MS
  const sinks = [
    ...(config.CHECKPOINT_FILE === undefined ? [] : [fileSink(config.CHECKPOINT_FILE)]),
    ...(nats === undefined ? [] : [natsSink(nats)]),
  ]
  const stopping = new AbortController()
  const recorder = startEventRecorder(service)
  const status = createCheckpointStatus(service)

  async function lead(lease: Lease): Promise<void> {
    try {
      await keepMaking(lease)
    } finally {
      // The next leader reports what waits.
      for (const { name } of sinks) status.markWritten(name)
    }
  }

  async function keepMaking(lease: Lease): Promise<void> {
    const writers = sinks.map(sink => ({ sink, isOutdated: true, notBefore: 0 }))
    while (!lease.signal.aborted) {
      if (await makeCheckpoint({ db, signer, now }, lease, everyMs)) {
        for (const writer of writers) writer.isOutdated = true
        continue
      }
      for (const writer of writers)
        if (writer.isOutdated && performance.now() >= writer.notBefore) {
          writer.isOutdated = !(await write(writer.sink))
          writer.notBefore = writer.isOutdated ? performance.now() + SINK_RETRY_MS : 0
        }
      await delay(Math.min(POLL_MS, everyMs), undefined, { signal: lease.signal }).catch(() => undefined)
    }
    if (stopping.signal.aborted) await withTimeout(FINISH_MS_MAX, finish(lease)).catch(() => undefined)
  }

  async function finish(lease: Lease): Promise<void> {
    while (await makeCheckpoint({ db, signer, now }, lease, 0));
    for (const sink of sinks) await write(sink)
  }

  async function write(sink: Sink): Promise<boolean> {
    try {
      await catchUp(db, sink)
      status.markWritten(sink.name)
      return true
    } catch (err) {
      if (status.markUnwritten(sink.name, err)) log.warn({ err, sink: sink.name }, 'checkpoints not written to a sink')
      return false
    }
  }

  const leading = keepRunningAsLeader({ leaders, log }, LEADER, stopping.signal, lead)
  return {
    health: () => status.health(recorder.health()),
    async stop(): Promise<void> {
      await recorder.stop()
      stopping.abort()
      await leading
      // Its query may be waiting for a database that does not answer.
      void status.stop()
    },
  }
}
