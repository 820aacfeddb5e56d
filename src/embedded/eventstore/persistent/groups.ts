import { status } from '@grpc/grpc-js'
import { ownEvent } from '#embedded/eventstore/event.ts'
import { Refusal } from '#embedded/eventstore/protocol/errors.ts'
import type { FilterOptions } from '#embedded/eventstore/protocol/requests.ts'
import { dataOf } from '#embedded/eventstore/record.ts'
import { filterClause } from '#embedded/eventstore/store/filter.ts'
import type { EventStore } from '#embedded/eventstore/store/store.ts'
import { Group } from './group.ts'
import { GroupStreams } from './group-streams.ts'
import type { GroupKey, GroupRequest, GroupSettings } from './settings.ts'
import { sourceOf } from './source.ts'

/** All persistent subscriptions of the node, and their configuration on disk. */

const CONFIG_STREAM = '$persistentSubscriptionConfig'
const CONFIG_TYPE = '$PersistentConfig'

/** One group as the configuration keeps it. */
interface ConfigEntry {
  readonly source: string
  readonly group: string
  readonly settings: GroupSettings
  readonly filter?: FilterOptions
  /** Where it begins without a checkpoint. Kept, because "the end" of later would skip what came in between. */
  readonly start: number
}

export class Groups {
  private readonly store: EventStore
  private readonly groups = new Map<string, Group>()
  private entries = new Map<string, ConfigEntry>()
  /** Creations and removals one after the other, as the configuration is one document. */
  private turn: Promise<unknown> = Promise.resolve()

  constructor(store: EventStore) {
    this.store = store
    this.load()
  }

  list(): readonly Group[] {
    return [...this.groups.values()]
  }

  /** @throws Refusal when there is no such group. */
  find(key: GroupKey): Group {
    const group = this.groups.get(id(key))
    if (group === undefined) throw doesNotExist(key)
    return group
  }

  create(request: GroupRequest): Promise<void> {
    return this.inTurn(async () => {
      check(request)
      if (this.groups.has(id(request))) throw exists(request)
      const { source, group, settings, filter } = request
      // What a deleted group of this name may have left behind when the node was killed in the middle.
      await new GroupStreams(request, this.store).delete()
      const start = startOf(request, this.store)
      const entry = { source, group, settings, ...(filter ? { filter } : {}), start }
      await this.save(new Map(this.entries).set(id(request), entry))
      this.open(entry)
    })
  }

  /** Consumers are dropped and the group goes on from its last checkpoint. The filter stays what it was. */
  update(request: GroupRequest): Promise<void> {
    return this.inTurn(async () => {
      const current = this.find(request)
      check(request)
      const before = this.entries.get(id(request))
      // "The end" said again is the end of then: an update that changes something else must not skip events.
      const same = before?.settings.startFrom === request.settings.startFrom
      const start = same ? before.start : startOf(request, this.store)
      const { source, group, settings } = request
      const entry = { source, group, settings, ...(current.filter ? { filter: current.filter } : {}), start }
      await this.save(new Map(this.entries).set(id(request), entry))
      current.close(dropped(request))
      this.open(entry)
    })
  }

  delete(key: GroupKey): Promise<void> {
    return this.inTurn(async () => {
      const group = this.find(key)
      const rest = new Map(this.entries)
      rest.delete(id(key))
      await this.save(rest)
      this.groups.delete(id(key))
      group.close(dropped(key))
      await new GroupStreams(key, this.store).delete()
    })
  }

  /** Drops all consumers and starts every group from what is on disk. */
  restart(): Promise<void> {
    return this.inTurn(async () => {
      this.close()
      this.load()
    })
  }

  close(): void {
    for (const group of this.groups.values()) group.close(dropped(group.key))
    this.groups.clear()
  }

  private load(): void {
    const last = this.store.log.lastOf(CONFIG_STREAM)
    if (last === undefined) return
    const { entries }: { entries: ConfigEntry[] } = JSON.parse(dataOf(last.body).toString('utf8'))
    for (const entry of entries) {
      this.entries.set(id(entry), entry)
      this.open(entry)
    }
  }

  private open(entry: ConfigEntry): void {
    this.groups.set(
      id(entry),
      new Group({ source: entry.source, group: entry.group }, entry.settings, entry.filter, entry.start, this.store),
    )
  }

  /** The configuration counts when it is on disk; then and only then it changes here. */
  private async save(entries: Map<string, ConfigEntry>): Promise<void> {
    const config = { version: '2', updated: new Date().toISOString(), entries: [...entries.values()] }
    const event = ownEvent(CONFIG_TYPE, JSON.stringify(config))
    await this.store.writer.write({ kind: 'append', stream: CONFIG_STREAM, expected: 'any', events: [event] })
    this.entries = entries
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.turn.then(work)
    this.turn = result.catch(() => {})
    return result
  }
}

function id({ source, group }: GroupKey): string {
  return `${source}::${group}`
}

function startOf({ source, filter, settings }: GroupRequest, store: EventStore): number {
  if (settings.startFrom === 'start') return -1
  if (settings.startFrom === 'end') return sourceOf(source, filter, store).end()
  return settings.startFrom - 1
}

/** What is in the configuration must open at every start; so nothing is put there that does not. */
function check({ source, group, settings, filter }: GroupRequest): void {
  if (source === '' || group === '') throw new Refusal(status.INVALID_ARGUMENT, 'A group needs a stream and a name.')
  if (settings.readBatchSize >= settings.historyBufferSize)
    throw new Refusal(status.INVALID_ARGUMENT, 'The read batch size must be less than the history buffer size.')
  filterClause(filter?.filter)
}

function groupRefusal(
  code: status,
  exception: string,
  { source, group }: GroupKey,
  words: string,
  extra: Record<string, string> = {},
): Refusal {
  return new Refusal(code, `Subscription group ${group} on stream ${source} ${words}.`, {
    exception,
    'stream-name': source,
    'group-name': group,
    ...extra,
  })
}

function exists(key: GroupKey): Refusal {
  return groupRefusal(status.ALREADY_EXISTS, 'persistent-subscription-exists', key, 'exists')
}

export function doesNotExist(key: GroupKey): Refusal {
  return groupRefusal(status.NOT_FOUND, 'persistent-subscription-does-not-exist', key, 'does not exist')
}

export function maximumSubscribersReached(key: GroupKey): Refusal {
  return groupRefusal(
    status.FAILED_PRECONDITION,
    'maximum-subscribers-reached',
    key,
    'reached its maximum number of subscribers',
  )
}

function dropped(key: GroupKey): Refusal {
  return groupRefusal(status.CANCELLED, 'persistent-subscription-dropped', key, 'was dropped')
}
