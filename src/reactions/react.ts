import { isReadable, type Logged, type Unreadable } from '#edge/eventstore/event-store.ts'
import { reasonOf } from '#subscription/blame.ts'
import { type Follower, type FollowerDeps, startFollower } from '#subscription/follower.ts'
import { type Refused, setAside, settingAside } from '#subscription/set-aside.ts'
import { type Arming, armAll } from './due-work.ts'
import { beginHistory } from './history-state.ts'
import { afterRestore, type Reaction } from './reaction.ts'

/** What events come to: work that is due, and those that say nothing that can be understood. */
type Taken = { due: Arming[]; refused: Refused[] }

/**
 * Follows the log for a reaction: what a batch of events makes due is stored in the transaction that moves the checkpoint. At
 * its very first start it begins at the end of the log, so that what happens from then on is not kept waiting by what happened
 * before; that is worked off beside it (`history.ts`).
 */
export function startReaction(deps: FollowerDeps, reaction: Reaction, onArmed: (arming: Arming) => void): Follower {
  const { name, prefixes } = reaction
  return startFollower(deps, {
    name,
    prefixes,
    from: 'end',
    onBegin: (tx, position) => beginHistory(tx, name, position),
    afterRestore: afterRestore(reaction),
    handle: settingAside({ follower: name, log: deps.log }, async ({ events, position }, place) => {
      const { due, refused } = take(reaction, events)
      await place.commit(events, position, async tx => {
        await armAll(tx, due)
        await setAside(tx, name, refused)
      })
      for (const arming of due) onArmed(arming)
      for (const { event, reason } of refused)
        deps.log.error({ reaction: name, stream: event.stream, revision: event.revision, reason }, 'event set aside')
    }),
  })
}

/** One event that can't be understood is no reason to leave the others waiting: behind it are refunds of other people. */
export function take(reaction: Reaction, events: readonly (Logged | Unreadable)[]): Taken {
  const taken: Taken = { due: [], refused: [] }
  for (const event of events) {
    if (!isReadable(event)) taken.refused.push({ event, reason: event.unreadable })
    else
      try {
        taken.due.push(...reaction.due(event))
      } catch (error) {
        taken.refused.push({ event, reason: reasonOf(error) })
      }
  }
  return taken
}
