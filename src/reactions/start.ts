import type { Service } from '#service.ts'
import { isNoteworthy } from '#subscription/subscription-status.ts'
import { startHistory } from './history.ts'
import { createHistoryReader, historyMigrations } from './history-state.ts'
import { startJobMetrics } from './job-metrics.ts'
import { startJobRunner } from './job-runner.ts'
import { jobMigrations } from './job-store.ts'
import { OVERDUE_DEFAULTS, startOverdueChecks } from './overdue-checks.ts'
import type { ReactionParts } from './reaction.ts'
import { startReaction } from './start-reaction.ts'

export const reactionMigrations = [...jobMigrations, ...historyMigrations]

export type Reactions = ReturnType<typeof startReactions>

/** Any number of processes may start this: one subscribes, all of them run jobs. */
export function startReactions(
  service: Service,
  modules: ReactionParts[],
  { overdueChecks: overdueSettings = OVERDUE_DEFAULTS } = {},
) {
  const reactions = modules.flatMap(module => module.reactions)
  const queues = modules.flatMap(module => module.queues)
  const overdueRules = modules.flatMap(module => module.overdueRules)
  const jobMetrics = startJobMetrics(service, modules)
  const { db, log } = service
  const runner = startJobRunner({ db, log, queues, onFailure: jobMetrics.failure })
  const subscriptions = reactions.map(reaction => startReaction(service, reaction, runner.wake))
  const readHistory = createHistoryReader(db)
  const histories = reactions.map(reaction => startHistory(service, reaction, runner.wake, readHistory))
  const overdueChecks = startOverdueChecks(service, overdueRules, overdueSettings, runner.wake)

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
    async stop(): Promise<void> {
      await Promise.all([
        jobMetrics.stop(),
        overdueChecks.stop(),
        ...subscriptions.map(({ stop }) => stop()),
        ...histories.map(({ stop }) => stop()),
      ])
      await runner.stop()
    },
  }
}
