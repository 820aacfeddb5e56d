import { type ModelAction, type ModelName, models } from '#domain/fraud/models/decider.ts'
import { INSTALLATION } from '#domain/fraud/models/events.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Service } from '#service.ts'
import { type ErrorCode, Rejection } from '#values/errors.ts'
import { OperationalError } from '#values/operational-error.ts'

export type ModelRegistry = {
  files(): Promise<readonly ModelName[]>
  shipped(): Promise<ModelName>
  refresh(): Promise<void>
  assertUsable(model: ModelName): Promise<void>
}

export const changeModelErrors = ['NOT_FOUND', 'CONFLICT'] as const satisfies readonly ErrorCode[]

/** Takes effect here at once, in other processes within a second. CONFLICT also for a file that cannot score. */
export async function changeModel(
  service: Pick<Service, 'execute'> & { models: ModelRegistry },
  context: Context,
  { action, version }: { action: ModelAction; version: string },
): Promise<void> {
  const file = (await service.models.files()).find(known => known.version === version)
  if (file === undefined)
    throw new Rejection('NOT_FOUND', { field: 'version', reason: 'no file contains this model', value: version })
  // A promoted model that does not open would stop every process from scoring.
  if (action !== 'retire') await service.models.assertUsable(nameOf(file)).catch(rejectUnusable)
  const shipped = nameOf(await service.models.shipped())
  const { client_id } = context.actor
  await service.execute.run(models, INSTALLATION, { type: action, client_id, ...nameOf(file), shipped }, context)
  await service.models.refresh()
}

function rejectUnusable(error: unknown): never {
  if (!(error instanceof OperationalError)) throw error
  throw new Rejection('CONFLICT', { field: 'version', reason: error.message }, { cause: error })
}

function nameOf({ version, sha256 }: ModelName): ModelName {
  return { version, sha256 }
}
