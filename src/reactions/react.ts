import { type Follower, type FollowerDeps, startFollower } from '#subscription/follower.ts'
import { setAside, settingAside } from '#subscription/set-aside.ts'
import { type Arming, armAll } from './due-work.ts'
import { beginHistory } from './history-state.ts'
import { outcomeOf } from './outcome.ts'
import { afterRestore, type Reaction } from './reaction.ts'

/**
 * Follows the log for a reaction: what a batch of events makes due is stored in the transaction that moves the checkpoint. At
 * its very first start it begins at the end of the log, so that what happens from then on is not kept waiting by what happened
 * before; that is worked off beside it (`history.ts`).
 */
export function startReaction(deps: FollowerDeps, reaction: Reaction, onArmed: (arming: Arming) => void): Follower {
  const { name, prefixes, version, restMs } = reaction
  return startFollower(deps, {
    name,
    prefixes,
    ...(version === undefined ? {} : { version }),
    ...(restMs === undefined ? {} : { restMs }),
    from: 'end',
    onBegin: (tx, position) => beginHistory(tx, name, position),
    afterRestore: afterRestore(reaction),
    handle: settingAside({ follower: name, log: deps.log }, async ({ events, position }, place) => {
      const { due, refused } = outcomeOf(reaction, events)
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
