import { setTimeout as delay } from 'node:timers/promises'
import { within } from '#concurrency/timeout.ts'
import type { Config } from '#config/config.ts'
import type { HealthPart } from '#http/operations-schemas.ts'
import type { FollowerDeps } from '#subscription/follower.ts'
import { keepLeading, type Lease } from '#subscription/leaders.ts'
import type { AuditSigner } from '../signing.ts'
import { fileSink } from './file-sink.ts'
import { makeCheckpoint } from './make-checkpoint.ts'
import { natsSink } from './nats-sink.ts'
import { startRecorder } from './record-places.ts'
import { catchUp, type Sink } from './sink.ts'
import { seeCheckpoints } from './standing.ts'

/** Who makes checkpoints, and puts them where else they are kept. */
const LEADER = 'audit-checkpoints'
/** Between looks whether one is due. */
const LOOK_MS = 1_000
/** Between tries to write to a sink that is away. */
const SINK_AGAIN_MS = 5_000
/** A service that ends covers what came last, when that is quick. */
const LAST_MS_MAX = 2_000

export type Checkpoints = { health(): HealthPart; stop(): Promise<void> }

type Deps = FollowerDeps & {
  config: Pick<Config, 'CHECKPOINT_EVERY_MS' | 'CHECKPOINT_FILE' | 'NATS_URL'>
}

/** Takes down every event and makes signed checkpoints; any number of processes may, and one at a time does. */
export function startCheckpoints(service: Deps, signer: AuditSigner): Checkpoints {
  const { db, leaders, log, now, config } = service
  const everyMs = config.CHECKPOINT_EVERY_MS
  const sinks = [
    ...(config.CHECKPOINT_FILE === undefined ? [] : [fileSink(config.CHECKPOINT_FILE)]),
    ...(config.NATS_URL === undefined ? [] : [natsSink(config.NATS_URL)]),
  ]
  const stopping = new AbortController()
  const recorder = startRecorder(service)
  const standing = seeCheckpoints(service)

  async function lead(lease: Lease): Promise<void> {
    try {
      await keepMaking(lease)
    } finally {
      // From here on another process says what waits.
      for (const { name } of sinks) standing.written(name)
    }
  }

  async function keepMaking(lease: Lease): Promise<void> {
    const writers = sinks.map(sink => ({ sink, isBehind: true, notBefore: 0 }))
    while (!lease.signal.aborted) {
      if (await makeCheckpoint({ db, signer, now }, lease, everyMs)) {
        for (const writer of writers) writer.isBehind = true
        continue
      }
      for (const writer of writers)
        if (writer.isBehind && performance.now() >= writer.notBefore) {
          writer.isBehind = !(await write(writer.sink))
          writer.notBefore = writer.isBehind ? performance.now() + SINK_AGAIN_MS : 0
        }
      await delay(Math.min(LOOK_MS, everyMs), undefined, { signal: lease.signal }).catch(() => undefined)
    }
    if (stopping.signal.aborted) await within(LAST_MS_MAX, finish(lease)).catch(() => undefined)
  }

  async function finish(lease: Lease): Promise<void> {
    while (await makeCheckpoint({ db, signer, now }, lease, 0));
    for (const sink of sinks) await write(sink)
  }

  async function write(sink: Sink): Promise<boolean> {
    try {
      await catchUp(db, sink)
      standing.written(sink.name)
      return true
    } catch (err) {
      if (standing.unwritten(sink.name, err)) log.warn({ err, sink: sink.name }, 'checkpoints are not written there')
      return false
    }
  }

  const leading = keepLeading({ leaders, log }, LEADER, stopping.signal, lead)
  return {
    health: () => standing.health(recorder.health()),
    async stop() {
      await recorder.stop()
      stopping.abort()
      await leading
      standing.stop()
      for (const sink of sinks) await sink.close()
    },
  }
}
