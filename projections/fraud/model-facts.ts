import { facts } from '#declarations/history-view.ts'
import { type ModelEvent, modelStreams } from '#domain/fraud/models/events.ts'

const shown = ({ version, sha256 }: { version: string; sha256: string }) => ({ version, sha256 })

/** What the history shows of the models: which file was promoted, put in the shadow or retired, and by whom. */
export const modelFacts = facts<ModelEvent>({
  streams: modelStreams,
  plural: 'fraud-models',
  version: 1,
  owner: ({ data }) => ({ client_id: data.client_id }),
  object: ({ data }) => data.version,
  shown: { ModelPromoted: shown, ModelShadowed: shown, ModelRetired: shown },
})
