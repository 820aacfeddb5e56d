import { type MODEL_DEEDS, type ModelName, models } from '#domain/fraud/models/decider.ts'
import { INSTALLATION } from '#domain/fraud/models/events.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Service } from '#service.ts'
import { Rejection } from '#values/errors.ts'
import { PlainError } from '#values/plain-error.ts'

type Deed = (typeof MODEL_DEEDS)[number]

/** The models that this process has, the release's own first. */
export type ModelsHeld = {
  files(): Promise<readonly ModelName[]>
  shipped(): Promise<ModelName>
  look(): Promise<void>
  mustOpen(named: ModelName): Promise<void>
}

/**
 * Promotes a model to the one that scores, puts it in the shadow, or retires it; this process obeys at once, others within a second. Errors:
 * NOT_FOUND for a version that no file of this process has, CONFLICT for what its status does not allow, and for a file that can't score.
 */
export async function changeModel(
  service: Service & { models: ModelsHeld },
  context: Context,
  deed: Deed,
  version: string,
): Promise<void> {
  const file = (await service.models.files()).find(known => known.version === version)
  if (file === undefined)
    throw new Rejection('NOT_FOUND', { field: 'version', reason: 'no file holds this model', value: version })
  // What is promoted unopened would stop every process from scoring.
  if (deed !== 'retire') await service.models.mustOpen(named(file)).catch(unusable)
  const shipped = named(await service.models.shipped())
  const { client_id } = context.actor
  await service.execute.run(models, INSTALLATION, { type: deed, client_id, ...named(file), shipped }, context)
  await service.models.look()
}

function unusable(error: unknown): never {
  if (!(error instanceof PlainError)) throw error
  throw new Rejection('CONFLICT', { field: 'version', reason: error.message }, { cause: error })
}

function named({ version, sha256 }: ModelName): ModelName {
  return { version, sha256 }
}
