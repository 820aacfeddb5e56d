import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import { isReadable, type Logged, type Position, type Unreadable } from '#event-sourcing/event-store.ts'
import { behind, CheckpointMoved, isAfter, moveCheckpoint, readCheckpoint } from '#subscription/checkpoint.ts'
import type { CheckpointWriter } from '#subscription/follow.ts'
import type { FollowerDeps } from '#subscription/follower.ts'
import { type Lease, LeaseLost, requireLease } from '#subscription/leaders.ts'
import { refuseOtherLog } from '#subscription/same-log.ts'
import { setAside, settingAside } from '#subscription/set-aside.ts'
import { FOLLOWER_AWAY_MS_MAX, subscribeUntilAway } from '#subscription/until-away.ts'
import { type Arming, armMissing } from './due-work.ts'
import { countArmed, finishHistory, historyOf, lockHistory, readHistory, stage, takeStaged } from './history-state.ts'
import { outcomeOf } from './outcome.ts'
import { afterRestore, type Reaction } from './reaction.ts'

/** Events per transaction: large enough that statements are cheap, small enough that followers of what is new hardly notice. */
const BATCH_MAX = 2_000
/** Rows that are armed per transaction. */
const ARM_MAX = 500
/** Between looks whether the process that works it off is still there, and after failures. */
const REST_MS = 1_000
/** A reaction whose place was deleted begins again at the end of the log, and so does its history. */
const FINISHED_REST_MS = 10_000

/**
 * Works off what lies before the place at which a reaction began to follow the log: what an event leaves to be done a later one
 * strikes, and only what is still open at the end is armed. Where a row of due work exists it stays as it is. One process at a
 * time does it; after a kill anywhere it goes on from its own checkpoint. Done once, it is never done again.
 */
export function startHistory(
  deps: FollowerDeps,
  reaction: Reaction,
  onArmed: (arming: Arming) => void,
): { stop(): Promise<void> } {
  const { db, log } = deps
  const { name } = reaction
  const stopping = new AbortController()
  const { signal } = stopping

  async function workOff(lease: Lease): Promise<void> {
    const until = await readHistory(db, name)
    if (until === null || until === 'finished') return
    const since = performance.now()
    const events = await readTo(deps, reaction, lease, until)
    const armed = await armOpen(lease, until)
    log.info({ reaction: name, events, armed, ms: Math.round(performance.now() - since) }, 'history worked off')
  }

  async function armOpen(lease: Lease, until: Position): Promise<number> {
    let armedHere = 0
    while (!lease.signal.aborted) {
      const open = await db.transaction(async tx => {
        await requireLease(tx, lease)
        await lockHistory(tx, name, until)
        const staged = await takeStaged(tx, name, ARM_MAX)
        const armed = await armMissing(tx, staged)
        await countArmed(tx, name, armed.length)
        if (staged.length === 0) await finishHistory(tx, name)
        armedHere += armed.length
        return staged
      })
      for (const arming of open) onArmed(arming)
      if (open.length === 0) break
    }
    return armedHere
  }

  async function keepWorking(): Promise<void> {
    while (!signal.aborted) {
      let isFinished = false
      try {
        isFinished = (await readHistory(db, name)) === 'finished'
        if (!isFinished) await deps.leaders.lead(historyOf(name), signal, workOff)
      } catch (error) {
        if (signal.aborted) return
        if (!(error instanceof CheckpointMoved || error instanceof LeaseLost))
          log.warn({ reaction: name, err: error }, 'history interrupted; it goes on from its checkpoint')
      }
      await delay(isFinished ? FINISHED_REST_MS : REST_MS, undefined, { signal }).catch(() => undefined)
    }
  }

  const working = keepWorking()
  return {
    async stop() {
      stopping.abort()
      await working
    },
  }
}

/** Reads on from the checkpoint to `until`, keeping note of what is open; answers how many events that were. */
async function readTo(
  { store, db, log, now }: FollowerDeps,
  reaction: Reaction,
  lease: Lease,
  until: Position,
): Promise<number> {
  const stored = await readCheckpoint(db, lease.name)
  if (stored === null) throw new CheckpointMoved(lease.name)
  const taker = { name: lease.name, afterRestore: afterRestore(reaction) }
  await refuseOtherLog(store, stored, taker)
  let at = stored
  let count = 0
  const over = new AbortController()

  const place: CheckpointWriter = {
    async commit(events, position, write) {
      const next = behind(at, events, position)
      await db.transaction(async tx => {
        // A crash of PostgreSQL can take the last commits back, notes and checkpoint together: they are made again.
        await tx.query(sql.unsafe`set local synchronous_commit = off`)
        await moveCheckpoint(tx, lease, at, next)
        await write(tx)
      })
      at = next
      count += events.length
    },
  }
  const { worthMs = Number.POSITIVE_INFINITY } = reaction
  const isWorth = (event: Logged | Unreadable) => !isReadable(event) || now().getTime() - Date.parse(event.at) < worthMs
  const keep = settingAside({ follower: reaction.name, log }, ({ events, position }, place) => {
    const { struck, due, refused } = outcomeOf(reaction, events.filter(isWorth))
    return place.commit(events, position, async tx => {
      await stage(tx, reaction.name, struck, due)
      await setAside(tx, reaction.name, refused)
    })
  })

  if (isAfter(until, at.position)) {
    await subscribeUntilAway(store, FOLLOWER_AWAY_MS_MAX, {
      prefixes: [...reaction.prefixes],
      from: at.position,
      // What a node that lags leaves out may leave something to be done.
      to: until,
      signal: AbortSignal.any([lease.signal, over.signal]),
      batchMax: BATCH_MAX,
      confirm: () => refuseOtherLog(store, at, taker),
      onCaughtUp: () => over.abort(),
      async handle({ events, position }) {
        const isPast = !isAfter(until, position)
        const within = events.filter(event => isAfter(event.position, at.position) && !isAfter(event.position, until))
        await keep({ events: within, position: isPast ? until : position }, place)
        if (isPast) over.abort()
      },
    })
    if (lease.signal.aborted) throw new LeaseLost(lease.name)
    if (isAfter(until, at.position)) await keep({ events: [], position: until }, place)
  }
  return count
}
