import { randomUUID } from 'node:crypto'
import { migrate } from '#edge/postgres/schema.ts'
import { recordEvents } from '#modules/audit/checkpoints/event-recorder.ts'
import { EVENTS_MAX, makeCheckpoint } from '#modules/audit/checkpoints/make-checkpoint.ts'
import { checkpointMigrations } from '#modules/audit/checkpoints/migrations.ts'
import { createSigner } from '#modules/audit/signing.ts'
import { newAuditKeys } from '../modules/audit/sample-checkpoints.ts'
import { runningStores } from '../projector/running-stores.ts'
import { figure, median, round, timed } from './figures.ts'

/**
 * What checkpoints cost for each event beside an append: taking the event down, and its part of the checkpoint that
 * covers it. Once where streams are new and young, as those of refunds are, and once where every event is in another
 * stream, drawn from all of them, which shares the least of the tree. `BENCH_STREAMS=1000000` for the large tree.
 */
export const name = 'checkpoints'

const STREAMS = Number(process.env.BENCH_STREAMS ?? 100_000)
const APPENDS = 1_000
const ROUNDS = 5
/** As many as the recorder is given at a time. */
const BATCH = 500
/** Of a refund's stream. */
const EVENTS_EACH = 4
const NEVER = new AbortController().signal
const HASH = 'ab'.repeat(32)

type Stores = Awaited<ReturnType<typeof runningStores>>
type Taken = { stream: string; revision: number; hash: string; position: { commit: bigint; prepare: bigint } }

export async function bench(): Promise<void> {
  const stores = await runningStores()
  try {
    await migrate(stores.db, checkpointMigrations)
    const alone = await appendMs(stores, 1)
    const many = await appendMs(stores, 64)
    figure('an append, one at a time, ms', round(alone, 3), `64 at a time: ${round(many, 3)} ms each`)
    const cost = costOf(stores)
    for (let made = 0; made < STREAMS; made += EVENTS_MAX)
      await cost(
        Array.from({ length: Math.min(EVENTS_MAX, STREAMS - made) }, (_, at) => ({
          stream: nameOf(made + at),
          revision: 0,
        })),
      )
    let next = STREAMS
    const young = () => {
      const first = next
      next += EVENTS_MAX / EVENTS_EACH
      return Array.from({ length: EVENTS_MAX }, (_, at) => ({
        stream: nameOf(first + (at % (EVENTS_MAX / EVENTS_EACH))),
        revision: Math.floor(at / (EVENTS_MAX / EVENTS_EACH)),
      }))
    }
    const drawn = () =>
      Array.from({ length: EVENTS_MAX }, () => ({ stream: nameOf(Math.floor(Math.random() * STREAMS)), revision: 1 }))
    for (const [what, events] of [
      [`young streams, ${EVENTS_EACH} events each`, young],
      ['any stream, one event each', drawn],
    ] as const) {
      const rounds: { takeDown: number; cover: number }[] = []
      for (let round = 0; round < ROUNDS; round += 1) rounds.push(await cost(events()))
      const takeDown = median(rounds.map(({ takeDown }) => takeDown))
      const cover = median(rounds.map(({ cover }) => cover))
      const share = ((takeDown + cover) / (alone * 1_000)) * 100
      figure(
        `${STREAMS} streams, ${what}: an event, µs`,
        round(takeDown + cover, 1),
        `${round(takeDown, 1)} to take it down, ${round(cover, 1)} to cover it; ${round(share, 1)} % of an append (aim: 5)`,
      )
    }
  } finally {
    await stores.stop()
  }
}

function nameOf(number: number): string {
  return `refund-rf_${String(number).padStart(8, '0')}-36e0-539c-9d54-ef8a65eb5d70`
}

/** Takes events down and covers them; answers with the microseconds for each. */
function costOf({ db, leaders }: Stores) {
  const deps = { db, signer: createSigner(newAuditKeys()), now: () => new Date() }
  let position = 0n
  return async (events: readonly { stream: string; revision: number }[]) => {
    const taken: Taken[] = events.map(event => {
      position += 900n
      return { ...event, hash: HASH, position: { commit: position, prepare: position } }
    })
    const began = performance.now()
    for (let at = 0; at < taken.length; at += BATCH)
      await db.transaction(tx => recordEvents(tx, taken.slice(at, at + BATCH)))
    const down = performance.now()
    await leaders.runAsLeader('audit-checkpoints', NEVER, lease => makeCheckpoint(deps, lease, 0))
    const each = (ms: number) => (ms * 1_000) / events.length
    return { takeDown: each(down - began), cover: each(performance.now() - down) }
  }
}

async function appendMs({ store }: Stores, parallel: number): Promise<number> {
  const at = '2026-01-01T00:00:00.000Z'
  const actor = { sub: 'usr_1', client_id: 'clt_1', role: 'integrator' }
  const ids = { request_id: 'req_1', correlation_id: 'req_1', causation_id: null }
  const metadata = { v: 1 as const, at, actor, ...ids, prev_hash: null, hash: HASH }
  const data = { text: 'x'.repeat(500) }
  const append = () =>
    store.append(`bench-${randomUUID()}`, 'no_stream', [{ id: randomUUID(), type: 'Benched', data, metadata }])
  await timed(APPENDS / 10, parallel, append)
  const { ms, each } = await timed(APPENDS, parallel, append)
  return parallel === 1 ? median(each) : ms / APPENDS
}
