import type { Service } from '#service.ts'
import { isNoteworthy, type SubscriptionState } from '#subscription/subscription-status.ts'
import { startHistory } from './history.ts'
import { historyMigrations } from './history-state.ts'
import { startJobMetrics } from './job-metrics.ts'
import { type JobRunner, startJobRunner } from './job-runner.ts'
import { jobMigrations, type ScheduledJob } from './job-store.ts'
import { OVERDUE_DEFAULTS, type OverdueSettings, startOverdueChecks } from './overdue-checks.ts'
import type { ReactionParts } from './reaction.ts'
import { startReaction } from './start-reaction.ts'

export const reactionMigrations = [...jobMigrations, ...historyMigrations]

type ReactionsHealth = {
  ok: boolean
  subscriptions: Record<string, SubscriptionState>
  lag_ms: number
  note?: string
}

export type Reactions = { stop(): Promise<void>; health(): ReactionsHealth }

/** Any number of processes may start this: one subscribes, all of them run jobs. */
export function startReactions(
  service: Service,
  modules: ReactionParts[],
  { overdueChecks: overdueSettings = OVERDUE_DEFAULTS }: { overdueChecks?: OverdueSettings } = {},
): Reactions {
  const reactions = modules.flatMap(module => module.reactions)
  const queues = modules.flatMap(module => module.queues)
  const overdueRules = modules.flatMap(module => module.overdueRules)
  const jobMetrics = startJobMetrics(service, modules)
  const runners = new Map<string, JobRunner>(
    queues.map(({ name, handler, concurrency }) => {
      const { db, log } = service
      const options = { db, log, queue: name, handler, onFailure: jobMetrics.failure }
      return [name, startJobRunner(concurrency === undefined ? options : { ...options, concurrency })]
    }),
  )
  const wake = ({ queue, dueInMs }: ScheduledJob) => runners.get(queue)?.wake(dueInMs)
  const subscriptions = reactions.map(reaction => startReaction(service, reaction, wake))
  const histories = reactions.map(reaction => startHistory(service, reaction, wake))
  const overdueChecks = startOverdueChecks(service, overdueRules, overdueSettings, wake)

  return {
    health() {
      const states = subscriptions.map(subscription => ({ name: subscription.name, ...subscription.health() }))
      const lateQueues = jobMetrics.lateQueues()
      const notes = [
        ...states.filter(isNoteworthy).map(({ name, state }) => `${name}: ${state}`),
        ...lateQueues.map(queue => `${queue}: no process runs due jobs`),
        ...jobMetrics.notes(),
        ...overdueChecks.notes(),
      ]
      return {
        ok: states.every(({ ok }) => ok) && lateQueues.length === 0,
        subscriptions: Object.fromEntries(states.map(({ name, state }) => [name, state])),
        lag_ms: Math.max(jobMetrics.lagMs(), ...states.map(({ lag_ms }) => lag_ms)),
        ...(notes.length === 0 ? {} : { note: notes.join(', ') }),
      }
    },
    async stop() {
      await Promise.all([
        jobMetrics.stop(),
        overdueChecks.stop(),
        ...subscriptions.map(({ stop }) => stop()),
        ...histories.map(({ stop }) => stop()),
      ])
      await Promise.all([...runners.values()].map(({ stop }) => stop()))
    },
  }
}
