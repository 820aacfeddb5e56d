import { DatabaseSync } from 'node:sqlite'

/** Entries in memory, about 30 MB of them. So many streams are rarely written to at the same time, and the others are seldom asked for again. */
const IN_MEMORY_MAX = 100_000
/** Entries that are put away together: more would keep other work of the process waiting. */
const SPILL_BATCH = 500

/** What is known of each stream of a whole log, in as much memory as a part of them needs. */
export type LargeMap<V extends object> = {
  readonly size: number
  /** The entry itself: it may be changed until the next call. */
  get(name: string): V | undefined
  /** A name that `get` did not find. */
  add(name: string, value: V): void
  /** By name, in the order of its characters' codes; no more is asked or added afterwards. */
  sortedEntries(): Iterable<[string, V]>
  close(): void
}

/**
 * A map from names (ASCII) to values that JSON can hold. The entries that were not used for longest are put away in a file, which SQLite makes
 * in the folder for temporary files when there are too many; it has no name and is gone with the process.
 */
export function createLargeMap<V extends object>(inMemoryMax = IN_MEMORY_MAX): LargeMap<V> {
  /** The longest unused first. */
  const inMemory = new Map<string, V>()
  let file: ReturnType<typeof openFile> | undefined
  let size = 0

  function spill(count: number) {
    file ??= openFile()
    let remaining = count
    file.database.exec('begin')
    for (const [name, value] of inMemory) {
      if (remaining-- === 0) break
      file.put.run(name, JSON.stringify(value))
      inMemory.delete(name)
    }
    file.database.exec('commit')
  }

  function keepInMemory(name: string, value: V) {
    inMemory.set(name, value)
    // Never the one that was just asked for, which may be changed.
    if (inMemory.size > inMemoryMax) spill(Math.min(SPILL_BATCH, inMemory.size - 1))
  }

  return {
    get size() {
      return size
    },
    get(name) {
      const entry = inMemory.get(name)
      if (entry !== undefined) {
        // Until something had to be put away, the order is that of their making: moving each one costs more than it saves.
        if (file === undefined) return entry
        inMemory.delete(name)
        inMemory.set(name, entry)
        return entry
      }
      const row = file?.get.get(name)
      if (row === undefined) return undefined
      const value = JSON.parse(String(row.value)) as V
      keepInMemory(name, value)
      return value
    },
    add(name, value) {
      size += 1
      keepInMemory(name, value)
    },
    *sortedEntries() {
      if (file === undefined) {
        for (const name of [...inMemory.keys()].sort()) yield [name, inMemory.get(name)!]
        return
      }
      spill(inMemory.size)
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
