import { invalidArgument } from '#embedded/eventstore/protocol/errors.ts'
import { readAllSource } from '#embedded/eventstore/protocol/read-request.ts'
import { type FilterOptions, readFilterOptions, readStreamName } from '#embedded/eventstore/protocol/requests.ts'
import { WireReader } from '#embedded/eventstore/wire.ts'

/** How a group behaves, in the words of its Create and Update requests. Times in milliseconds, counts in events. */
export interface GroupSettings {
  readonly resolveLinks: boolean
  readonly extraStatistics: boolean
  readonly messageTimeoutMs: number
  readonly maxRetryCount: number
  readonly checkpointAfterMs: number
  readonly minCheckpointCount: number
  readonly maxCheckpointCount: number
  /** 0: any number. */
  readonly maxSubscriberCount: number
  readonly liveBufferSize: number
  readonly readBatchSize: number
  readonly historyBufferSize: number
  readonly strategy: Strategy
  /** First event wanted (a revision, or a log position), or an end. */
  readonly startFrom: number | 'start' | 'end'
}

export type Strategy = 'DispatchToSingle' | 'RoundRobin' | 'Pinned'

/** The name by which groups on `$all` are known. */
export const ALL = '$all'

/** Which group: the stream it reads (or `$all`) and its name. */
export interface GroupKey {
  readonly source: string
  readonly group: string
}

export interface GroupRequest extends GroupKey {
  readonly settings: GroupSettings
  readonly filter: FilterOptions | undefined
}

const STRATEGIES: readonly Strategy[] = ['DispatchToSingle', 'RoundRobin', 'Pinned']
const TICKS_PER_MILLISECOND = 10_000

/** Old clients write "the end" as the largest unsigned number. */
const END_FROM = 2 ** 63

/** CreateReq and UpdateReq { options = 1 }: the same field numbers in both. */
export function readGroupRequest(reader: WireReader): GroupRequest {
  let request: GroupRequest | undefined
  while (reader.next()) if (reader.field === 1) request = readOptions(reader.message())
  if (request === undefined) throw invalidArgument('options are missing')
  return request
}

function readOptions(reader: WireReader): GroupRequest {
  let source = ''
  let group = ''
  let startFrom: GroupSettings['startFrom'] | undefined
  let filter: FilterOptions | undefined
  let settings: GroupSettings | undefined
  while (reader.next()) {
    if (reader.field === 1) source = readStreamName(reader.message())
    else if (reader.field === 2) group = reader.text()
    else if (reader.field === 3) settings = readSettings(reader.message())
    else if (reader.field === 4) {
      const stream = readStreamOptions(reader.message())
      source = stream.name || source
      startFrom = stream.from
    } else if (reader.field === 5) {
      source = ALL
      const bytes = reader.view()
      startFrom = readAllStart(bytes)
      filter = readAllFilter(bytes)
    }
  }
  if (settings === undefined) throw invalidArgument('settings are missing')
  return { source, group, filter, settings: { ...settings, startFrom: startFrom ?? settings.startFrom } }
}

function readStreamOptions(reader: WireReader): { name: string; from: GroupSettings['startFrom'] } {
  let name = ''
  let from: GroupSettings['startFrom'] = 'start'
  while (reader.next()) {
    if (reader.field === 1) name = readStreamName(reader.message())
    else if (reader.field === 2) from = reader.number()
    else if (reader.field === 3) from = 'start'
    else if (reader.field === 4) from = 'end'
  }
  return { name, from }
}

/** CreateReq.AllOptions { position = 1, start = 2, end = 3, filter = 4 }; UpdateReq's has no filter. */
function readAllStart(bytes: Buffer): GroupSettings['startFrom'] {
  const { from } = readAllSource(new WireReader(bytes))
  return typeof from === 'string' ? from : from.commit
}

function readAllFilter(bytes: Buffer): FilterOptions | undefined {
  const reader = new WireReader(bytes)
  let filter: FilterOptions | undefined
  while (reader.next()) if (reader.field === 4) filter = readFilterOptions(reader.message())
  return filter
}

function readSettings(reader: WireReader): GroupSettings {
  const number = new Map<number, number>()
  let named: string | undefined
  while (reader.next()) {
    if (reader.field === 16) named = reader.text()
    else number.set(reader.field, reader.number())
  }
  const value = (field: number): number => number.get(field) ?? 0
  const strategy = STRATEGIES.find(known => known === (named ?? STRATEGIES[value(13)]))
  if (strategy === undefined) throw invalidArgument(`Consumer strategy ${named ?? value(13)} does not exist.`)
  const milliseconds = (ms: number, ticks: number): number => number.get(ms) ?? value(ticks) / TICKS_PER_MILLISECOND
  return {
    resolveLinks: value(1) === 1,
    extraStatistics: value(3) === 1,
    messageTimeoutMs: milliseconds(14, 4),
    maxRetryCount: value(5),
    checkpointAfterMs: milliseconds(15, 6),
    minCheckpointCount: value(7),
    maxCheckpointCount: value(8),
    maxSubscriberCount: value(9),
    liveBufferSize: value(10),
    readBatchSize: value(11),
    historyBufferSize: value(12),
    strategy,
    startFrom: value(2) > END_FROM ? 'end' : value(2),
  }
}
