import { sql } from 'slonik'
import { z } from 'zod'
import { OUTBOUND_STREAM, type StreamDefinition } from '#bus/streams.ts'
import { type PublicEventDeclaration, publicId } from '#delivery/enqueue/public-event-declaration.ts'
import { createTranslator } from '#delivery/enqueue/translator.ts'
import type { Nats } from '#edge/nats/connect.ts'
import type { Transaction } from '#edge/postgres/pool.ts'
import type { LoggedEvent, Position } from '#event-sourcing/event-store.ts'
import type { Service } from '#service.ts'
import { type EventPlace, outboundMessage } from './outbound-message.ts'
import { assertPublishedFrom, isPublishedAt, readPublishedEnd } from './published-end.ts'
import { publishInOrder } from './publisher.ts'
import { OUTBOUND } from './start.ts'

/** The process that leads publishes too, and may always be the first. */
const TRIES_MAX = 20

type Deps = Pick<Service, 'store' | 'db' | 'vault' | 'execute' | 'tracing'> & {
  nats: Nats
  stream: StreamDefinition
  test_mode: boolean
}

/**
 * Publishes a parked event after those that are there. Its message has the position of the one before it: the process
 * that leads goes on from there, and not from the event's own position. `removeParked` runs in the transaction that
 * ends it. Rejects with the reason when the event still can't be translated or published.
 */
export async function publishLate(
  deps: Deps,
  modules: readonly PublicEventDeclaration[],
  event: LoggedEvent,
  removeParked: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const [translation] = await createTranslator(deps, modules)([event])
  if (translation !== undefined && 'refused' in translation) throw new Error(translation.refused)
  const draft = translation?.draft ?? null
  const id = publicId(event)
  if (draft !== null)
    await publishAtEnd(deps, id, after => outboundMessage(draft, event.position, deps.test_mode, after))
  await deps.db.transaction(async tx => {
    await removeParked(tx)
    await tx.query(sql.unsafe`delete from ops.bus_late where event = ${id}`)
  })
}

const Row = z.object({ sequence: z.number() })

/** By a command that was killed before its end, or by a try whose answer was lost. */
async function wasPublished({ db, nats }: Deps, id: string): Promise<boolean> {
  const row = await db.maybeOne(
    sql.type(Row)`select sequence::float8 as sequence from ops.bus_late where event = ${id}`,
  )
  return row !== null && (await isPublishedAt(nats, row.sequence, id))
}

async function publishAtEnd(
  deps: Deps,
  id: string,
  messageAfter: (place: EventPlace) => ReturnType<typeof outboundMessage>,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const end = await readPublishedEnd(deps.nats, deps.stream)
    await assertPublishedFrom(deps.store, end, publicId)
    // Before the next line forgets where it would be.
    if (end.last?.id === id || (await wasPublished(deps, id))) return
    const sequence = end.sequence + 1
    await deps.db.query(sql.unsafe`
      insert into ops.bus_late (event, sequence) values (${id}, ${sequence})
      on conflict (event) do update set sequence = excluded.sequence`)
    const position = end.last?.position ?? (await checkpointOf(deps))
    const before = await deps.store.at(position)
    const message = messageAfter({ position, id: before === null ? '' : publicId(before) })
    try {
      await publishInOrder(deps.nats, [message], { sequence: end.sequence, id: end.last?.id }, deps.tracing)
      return
    } catch (error) {
      // The answer may have been lost, or another message was first.
      if (await isPublishedAt(deps.nats, sequence, id)) return
      if (tries >= TRIES_MAX) throw error
    }
  }
}

const Checkpoint = z.object({ commit: z.string(), prepare: z.string() })

/** Where the stream is empty, publication goes on after the checkpoint. */
async function checkpointOf({ db }: Deps): Promise<Position> {
  const row = await db.maybeOne(sql.type(Checkpoint)`
    select commit_position::text as commit, prepare_position::text as prepare
    from ops.checkpoints where name = ${OUTBOUND} and commit_position is not null`)
  if (row === null) throw new Error(`${OUTBOUND_STREAM} has no message, and nothing was published yet`)
  return { commit: BigInt(row.commit), prepare: BigInt(row.prepare) }
}
