import { status } from '@grpc/grpc-js'
import { ownEvent } from '../event.ts'
import { Refusal } from '../protocol/errors.ts'
import type { FilterOptions } from '../protocol/requests.ts'
import { dataOf } from '../record.ts'
import type { EventStore } from '../store/store.ts'
import { Group } from './group.ts'
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
  private readonly entries = new Map<string, ConfigEntry>()
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
      checkNames(request)
      if (this.groups.has(id(request)))
        throw groupRefusal(status.ALREADY_EXISTS, 'persistent-subscription-exists', request, 'exists')
      const { source, group, settings, filter } = request
      const entry = { source, group, settings, ...(filter ? { filter } : {}), start: startOf(request, this.store) }
      await this.saveWith(entry)
      this.open(entry)
    })
  }

  /** Consumers are dropped and the group goes on from its last checkpoint. The filter stays what it was. */
  update(request: GroupRequest): Promise<void> {
    return this.inTurn(async () => {
      const current = this.find(request)
      const { source, group, settings } = request
      const entry = {
        source,
        group,
        settings,
        ...(current.filter ? { filter: current.filter } : {}),
        start: startOf(request, this.store),
      }
      await this.saveWith(entry)
      current.close(dropped(request))
      this.open(entry)
    })
  }

  delete(key: GroupKey): Promise<void> {
    return this.inTurn(async () => {
      const group = this.find(key)
      this.entries.delete(id(key))
      await this.save()
      this.groups.delete(id(key))
      group.close(dropped(key))
      await group.forget()
    })
  }

  /** Drops all consumers and starts every group from what is on disk. */
  restart(): void {
    this.close()
    this.load()
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

  private async saveWith(entry: ConfigEntry): Promise<void> {
    const before = this.entries.get(id(entry))
    this.entries.set(id(entry), entry)
    try {
      await this.save()
    } catch (error) {
      if (before) this.entries.set(id(entry), before)
      else this.entries.delete(id(entry))
      throw error
    }
  }

  private async save(): Promise<void> {
    const data = JSON.stringify({
      version: '2',
      updated: new Date().toISOString(),
      entries: [...this.entries.values()],
    })
    const append = { stream: CONFIG_STREAM, expected: 'any', events: [ownEvent(CONFIG_TYPE, data)] } as const
    await this.store.writer.write({ kind: 'append', ...append })
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

function checkNames({ source, group, settings }: GroupRequest): void {
  if (source === '' || group === '') throw new Refusal(status.INVALID_ARGUMENT, 'A group needs a stream and a name.')
  if (settings.readBatchSize >= settings.historyBufferSize)
    throw new Refusal(status.INVALID_ARGUMENT, 'The read batch size must be less than the history buffer size.')
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
