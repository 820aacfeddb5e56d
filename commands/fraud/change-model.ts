import { type MODEL_ACTIONS, type ModelName, models } from '#domain/fraud/models/decider.ts'
import { INSTALLATION } from '#domain/fraud/models/events.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Service } from '#service.ts'
import { Rejection } from '#values/errors.ts'
import { OperationalError } from '#values/operational-error.ts'

type Action = (typeof MODEL_ACTIONS)[number]

/** The models that this process has, the release's own first. */
export type ModelRegistry = {
  files(): Promise<readonly ModelName[]>
  shipped(): Promise<ModelName>
  look(): Promise<void>
  assertUsable(model: ModelName): Promise<void>
}

/**
 * Promotes a model to the one that scores, puts it in the shadow, or retires it; this process obeys at once, others within a second. Errors:
 * NOT_FOUND for a version that no file of this process has, CONFLICT for what its status does not allow, and for a file that can't score.
 */
export async function changeModel(
  service: Service & { models: ModelRegistry },
  context: Context,
  action: Action,
  version: string,
): Promise<void> {
  const file = (await service.models.files()).find(known => known.version === version)
  if (file === undefined)
    throw new Rejection('NOT_FOUND', { field: 'version', reason: 'no file holds this model', value: version })
  // What is promoted unopened would stop every process from scoring.
  if (action !== 'retire') await service.models.assertUsable(nameOf(file)).catch(rejectUnusable)
  const shipped = nameOf(await service.models.shipped())
  const { client_id } = context.actor
  await service.execute.run(models, INSTALLATION, { type: action, client_id, ...nameOf(file), shipped }, context)
  await service.models.look()
}

function rejectUnusable(error: unknown): never {
  if (!(error instanceof OperationalError)) throw error
  throw new Rejection('CONFLICT', { field: 'version', reason: error.message }, { cause: error })
}

function nameOf({ version, sha256 }: ModelName): ModelName {
  return { version, sha256 }
}
