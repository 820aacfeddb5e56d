import { isReadable, type Logged, type Unreadable } from '#event-sourcing/event-store.ts'
import { reasonOf } from '#subscription/blame.ts'
import type { Refused } from '#subscription/set-aside.ts'
import type { Arming } from './due-work.ts'
import type { Reaction, Struck } from './reaction.ts'

/** `refused`: those that say nothing that can be understood. One of them is no reason to leave the others waiting: behind it are refunds of other people. */
type Outcome = { struck: Struck[]; due: Arming[]; refused: Refused[] }

/** What a batch comes to, taken as a whole: what it makes due and settles itself is never stored. */
export function outcomeOf(reaction: Reaction, events: readonly (Logged | Unreadable)[]): Outcome {
  const due = new Map<string, Arming>()
  const struck: Struck[] = []
  const refused: Refused[] = []
  for (const event of events) {
    if (!isReadable(event)) {
      refused.push({ event, reason: event.unreadable })
      continue
    }
    try {
      for (const strike of reaction.strikes(event)) {
        struck.push(strike)
        if ('id' in strike) due.delete(keyOf(strike))
        else for (const key of due.keys()) if (key.startsWith(keyOf({ ...strike, id: strike.idsFrom }))) due.delete(key)
      }
      for (const arming of reaction.due(event)) due.set(keyOf(arming), arming)
    } catch (error) {
      refused.push({ event, reason: reasonOf(error) })
    }
  }
  return { struck, due: [...due.values()], refused }
}

function keyOf({ queue, id }: { queue: string; id: string }): string {
  return `${queue} ${id}`
}
