import { historyView } from '#declarations/history-view.ts'
import { type ModelEvent, modelStreams } from '#domain/fraud/models/events.ts'

const visible = ({ version, sha256 }: { version: string; sha256: string }) => ({ version, sha256 })

export const modelHistoryView = historyView<ModelEvent>({
  streams: modelStreams,
  plural: 'fraud-models',
  version: 1,
  owner: ({ data }) => ({ client_id: data.client_id }),
  object: ({ data }) => data.version,
  on: { ModelPromoted: visible, ModelShadowed: visible, ModelRetired: visible },
})
