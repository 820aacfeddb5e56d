import { z } from 'zod'
import { category, type EventOf } from '#event-sourcing/category.ts'

/**
 * Which model of the installation scores, and which one scores beside it without being heard. One stream, `fraudmodels-installation`: models
 * belong to whoever runs the platform, and every client is scored by the same.
 */

/** The file is known by its digest: two of one version would be two models. */
const named = { client_id: z.string(), version: z.string(), sha256: z.string() }

const ModelPromoted = z.strictObject({
  ...named,
  /** It came with the release: from here on whatever a release brings is live, until another is promoted. */
  is_shipped: z.literal(true).optional(),
})
const ModelShadowed = z.strictObject(named)
const ModelRetired = z.strictObject(named)

const ModelEvents = { ModelPromoted, ModelShadowed, ModelRetired }

export type ModelEvent = EventOf<typeof ModelEvents>

export const modelStreams = category({ prefix: 'fraudmodels-', events: ModelEvents })

/** The one stream of them. */
export const INSTALLATION = 'installation'
