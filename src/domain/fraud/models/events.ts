import { z } from 'zod'
import { category, type EventOf } from '#event-sourcing/category.ts'
import { internal, owner, plain } from '#event-sourcing/field-classes.ts'

/** One stream, because every client is scored by the same models. */

/** The digest identifies the file: a version could be used twice. */
const named = { client_id: owner(z.string()), ...plain({ version: z.string(), sha256: z.string() }) }

const ModelPromoted = z.strictObject({
  ...named,
  /** The model of the release: from now on each release's own model is live, until another is promoted. */
  is_shipped: internal(z.literal(true).optional()),
})
const ModelShadowed = z.strictObject(named)
const ModelRetired = z.strictObject(named)

const ModelEvents = { ModelPromoted, ModelShadowed, ModelRetired }

export type ModelEvent = EventOf<typeof ModelEvents>

export const modelStreams = category({ prefix: 'fraudmodels-', events: ModelEvents })

export const INSTALLATION = 'installation'
