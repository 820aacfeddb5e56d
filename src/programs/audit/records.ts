import type { EventStore } from '#event-sourcing/event-store.ts'
import { withOfflineEventStore } from '#lifecycle/offline-stores.ts'
import { loadRecordRedactor } from '#modules/audit/load-record-redactor.ts'
import type { PointInTime } from '#modules/audit/point-in-time.ts'
import { viewRecord } from '#modules/audit/view-record.ts'
import { modules } from '#modules.ts'
import type { Redactor } from '#privacy/redaction.ts'
import { type FoundRecord, findRecord, type Reader } from '#queries/audit/find-record.ts'
import { readServiceConfig } from '#service-config.ts'
import { CommandError, UsageError } from '#terminal/command-line.ts'

export const historyViews = modules.flatMap(module => module.historyViews ?? [])
export const personalData = modules.flatMap(module => module.personalData ?? [])
export const familyNames = historyViews.map(({ plural }) => plural)

export const CLIENT_OPTION = {
  client: { type: 'string', value: 'ID', help: 'the client, for ids that it chooses itself, as those of transactions' },
} as const

const READER = { client_id: '', readsAll: true } satisfies Reader

type RecordArguments = { family: string; id: string; client: string | undefined }
type RecordView = NonNullable<ReturnType<typeof viewRecord>>
type ViewedRecord = {
  found: FoundRecord
  redactor: Pick<Redactor, 'redactedPaths'>
  /** Null for a revision that does not exist. */
  viewAt(pointInTime: PointInTime): RecordView | null
}

export function parseRecordArguments(positionals: readonly string[], max: number) {
  const [family, id] = positionals
  if (family === undefined) throw new UsageError(`which kind of records? there are ${familyNames.join(', ')}`)
  if (!familyNames.includes(family))
    throw new UsageError(`there are no records called "${family}", but ${familyNames.join(', ')}`)
  if (id === undefined) throw new UsageError(`which of the ${family}? give its id`)
  if (positionals.length > max) throw new UsageError(`"${positionals[max]}" is too much`)
  return { family, id }
}

/** Throws CommandError when there is no such record. */
export function withRecord(params: RecordArguments, work: (record: ViewedRecord) => void): Promise<void> {
  return withOfflineEventStore(readServiceConfig(), async store => {
    const found = await requireRecord(store, params)
    const { redactor } = await loadRecordRedactor({ store }, personalData, found)
    const page = { after: -1, limit: 0 }
    work({ found, redactor, viewAt: pointInTime => viewRecord(found, redactor, { reader: READER, pointInTime, page }) })
  })
}

async function requireRecord(store: EventStore, { family, id, client }: RecordArguments): Promise<FoundRecord> {
  const audited = historyViews.find(({ plural }) => plural === family)!
  const reader = { ...READER, client_id: client ?? '' }
  const found = await findRecord({ store }, historyViews, { audited, requestedId: id, reader })
  if (found !== null) return found
  const hint =
    client === undefined && audited.idsOf('', 'x').length > 1 ? '; an id of a client’s own needs --client' : ''
  throw new CommandError(`there is nothing of ${family} ${id}${hint}`)
}
