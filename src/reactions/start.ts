import type { Service } from '#service.ts'
import { type FollowerState, isNoted } from '#subscription/status.ts'
import { type DueRunner, startDueRunner } from './due-runner.ts'
import { type Arming, dueWorkMigrations } from './due-work.ts'
import { startHistory } from './history.ts'
import { historyMigrations } from './history-state.ts'
import { seeDueWork } from './metrics.ts'
import { startReaction } from './react.ts'
import type { ReactionParts } from './reaction.ts'
import { startWatch, WATCH, type WatchSettings } from './watch.ts'

export const reactionMigrations = [...dueWorkMigrations, ...historyMigrations]

type ReactionsHealth = {
  ok: boolean
  followers: Record<string, FollowerState>
  /** How long the work that is due longest has been waiting, milliseconds. */
  lag_ms: number
  /** What is not in order, and what an operator should look at. */
  note?: string
}

export type Reactions = { stop(): Promise<void>; health(): ReactionsHealth }

/**
 * Starts what modules declared: a follower and its history per reaction, a runner per queue, and the watch over them all. Any
 * number of processes may do so; one of them follows, all of them work. `watch` is for tests.
 */
export function startReactions(
  service: Service,
  modules: ReactionParts[],
  { watch: watchSettings = WATCH }: { watch?: WatchSettings } = {},
): Reactions {
  const reactions = modules.flatMap(module => module.reactions)
  const queues = modules.flatMap(module => module.queues)
  const rules = modules.flatMap(module => module.watches)
  const seen = seeDueWork(service, modules)
  const runners = new Map<string, DueRunner>(
    queues.map(({ name, step, concurrency }) => {
      const { db, log } = service
      const options = { db, log, queue: name, step, onFailure: seen.failure }
      return [name, startDueRunner(concurrency === undefined ? options : { ...options, concurrency })]
    }),
  )
  const wake = ({ queue, dueInMs }: Arming) => runners.get(queue)?.wake(dueInMs)
  const followers = reactions.map(reaction => startReaction(service, reaction, wake))
  const histories = reactions.map(reaction => startHistory(service, reaction, wake))
  const watch = startWatch(service, rules, watchSettings, wake)

  return {
    health() {
      const states = followers.map(follower => ({ name: follower.name, ...follower.health() }))
      const late = seen.late()
      const notes = [
        ...states.filter(isNoted).map(({ name, state }) => `${name}: ${state}`),
        ...late.map(queue => `${queue}: nobody does what is due`),
        ...seen.notes(),
        ...watch.notes(),
      ]
      return {
        ok: states.every(({ ok }) => ok) && late.length === 0,
        followers: Object.fromEntries(states.map(({ name, state }) => [name, state])),
        lag_ms: Math.max(seen.lagMs(), ...states.map(({ lag_ms }) => lag_ms)),
        ...(notes.length === 0 ? {} : { note: notes.join(', ') }),
      }
    },
    async stop() {
      await Promise.all([
        seen.stop(),
        watch.stop(),
        ...followers.map(({ stop }) => stop()),
        ...histories.map(({ stop }) => stop()),
      ])
      await Promise.all([...runners.values()].map(({ stop }) => stop()))
    },
  }
}
