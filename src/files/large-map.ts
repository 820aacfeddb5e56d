import { DatabaseSync } from 'node:sqlite'

/** Entries in memory, about 30 MB of them. So many streams are rarely written to at the same time, and the others are seldom asked for again. */
const HELD_MAX = 100_000
/** Entries that are put away together: more would keep other work of the process waiting. */
const AWAY_AT_ONCE = 500

/** What is known of each stream of a whole log, in as much memory as a part of them needs. */
export type LargeMap<V extends object> = {
  readonly size: number
  /** The entry itself: it may be changed until the next call. */
  get(name: string): V | undefined
  /** A name that `get` did not find. */
  add(name: string, value: V): void
  /** By name, in the order of its characters' codes; no more is asked or added afterwards. */
  inOrder(): Iterable<[string, V]>
  close(): void
}

/**
 * A map from names (ASCII) to values that JSON can hold. The entries that were not used for longest are put away in a file, which SQLite makes
 * in the folder for temporary files when there are too many; it has no name and is gone with the process.
 */
export function createLargeMap<V extends object>(heldMax = HELD_MAX): LargeMap<V> {
  /** The longest unused first. */
  const held = new Map<string, V>()
  let file: ReturnType<typeof openFile> | undefined
  let size = 0

  function putAway(count: number) {
    file ??= openFile()
    let left = count
    file.database.exec('begin')
    for (const [name, value] of held) {
      if (left-- === 0) break
      file.put.run(name, JSON.stringify(value))
      held.delete(name)
    }
    file.database.exec('commit')
  }

  function hold(name: string, value: V) {
    held.set(name, value)
    // Never the one that was just asked for, which may be changed.
    if (held.size > heldMax) putAway(Math.min(AWAY_AT_ONCE, held.size - 1))
  }

  return {
    get size() {
      return size
    },
    get(name) {
      const known = held.get(name)
      if (known !== undefined) {
        // Until something had to be put away, the order is that of their making: moving each one costs more than it saves.
        if (file === undefined) return known
        held.delete(name)
        held.set(name, known)
        return known
      }
      const row = file?.get.get(name)
      if (row === undefined) return undefined
      const value = JSON.parse(String(row.value)) as V
      hold(name, value)
      return value
    },
    add(name, value) {
      size += 1
      hold(name, value)
    },
    *inOrder() {
      if (file === undefined) {
        for (const name of [...held.keys()].sort()) yield [name, held.get(name)!]
        return
      }
      putAway(held.size)
      for (const { name, value } of file.all.iterate()) yield [String(name), JSON.parse(String(value))]
    },
    close: () => file?.database.close(),
  }
}

function openFile() {
  const database = new DatabaseSync('')
  // Nothing of it outlives the process, so nothing has to reach the disk.
  database.exec('pragma journal_mode = off; pragma synchronous = off')
  database.exec('create table entries (name text primary key, value text not null) without rowid')
  return {
    database,
    put: database.prepare('insert or replace into entries values (?, ?)'),
    get: database.prepare('select value from entries where name = ?'),
    all: database.prepare('select name, value from entries order by name'),
  }
}
