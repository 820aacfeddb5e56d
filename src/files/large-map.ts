import { DatabaseSync } from 'node:sqlite'

/** About 30 MB. Rarely are so many streams written to at the same time. */
const IN_MEMORY_MAX = 100_000
/** More would block the event loop for too long. */
const SPILL_BATCH = 500

export type LargeMap<V extends object> = ReturnType<typeof createLargeMap<V>>

/** A map from ASCII names to JSON values that spills the least recently used to an unnamed temporary SQLite file. */
export function createLargeMap<V extends object>(inMemoryMax = IN_MEMORY_MAX) {
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
    // Never the entry just returned, which may be changed.
    if (inMemory.size > inMemoryMax) spill(Math.min(SPILL_BATCH, inMemory.size - 1))
  }

  return {
    get size() {
      return size
    },
    /** The entry itself; it may be changed until the next call. */
    get(name: string): V | undefined {
      const entry = inMemory.get(name)
      if (entry !== undefined) {
        // Before the first spill, the order of insertion suffices: moving each entry costs more than it saves.
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
    add(name: string, value: V): void {
      size += 1
      keepInMemory(name, value)
    },
    /** Sorted by code units; ends the use of `get` and `add`. */
    *sortedEntries(): Iterable<[string, V]> {
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
  database.exec('pragma journal_mode = off; pragma synchronous = off')
  database.exec('create table entries (name text primary key, value text not null) without rowid')
  return {
    database,
    put: database.prepare('insert or replace into entries values (?, ?)'),
    get: database.prepare('select value from entries where name = ?'),
    all: database.prepare('select name, value from entries order by name'),
  }
}
