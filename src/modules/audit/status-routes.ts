import { canAuditEveryClient } from '#domain/auth/platform.ts'
import type { Api } from '#http/api.ts'
import { type CheckpointStatus, getCheckpointStatus } from '#queries/audit/get-checkpoint-status.ts'
import type { Service } from '#service.ts'
import { parseCheckpoint } from './checkpoints/checkpoint.ts'
import { getAuditStatusOperation } from './operations.ts'

/** It shows no record, so its readings are not recorded. */
export function statusRoutes(api: Api, service: Pick<Service, 'db'>): void {
  api.get('/audit/status', getAuditStatusOperation, async ({ caller }) => {
    const status = await getCheckpointStatus(service.db)
    const { line, uncovered, whole_at } = status
    return {
      checkpoint: line === null ? null : (parseCheckpoint(line)?.checkpoint ?? null),
      uncovered_events: uncovered,
      found_whole_at: whole_at,
      last_verification: toVerification(status, canAuditEveryClient(caller)),
    }
  })
}

/** A problem names the stream of a record, of any client. */
function toVerification(status: CheckpointStatus, mayReadProblem: boolean) {
  const { begun_at, ended_at, verified, verified_checkpoint, problem, whole_at } = status
  if (begun_at === null || ended_at === null || verified === null || verified_checkpoint === null) return null
  return {
    ...{ begun_at, ended_at, events: verified, checkpoint: verified_checkpoint },
    result: resultOf(problem, whole_at === ended_at),
    problem: mayReadProblem ? problem : null,
  }
}

function resultOf(problem: string | null, isWhole: boolean) {
  if (problem !== null) return 'problem' as const
  return isWhole ? ('whole' as const) : ('unverified' as const)
}
