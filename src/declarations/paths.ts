import type { DomainEvent } from '#event-sourcing/decider.ts'
import { ERASED } from '#values/person.ts'

/** Fields of an event's data by path: names joined by dots, items of lists by index. */

/** Null where the event has no text at the path for its type. */
export function textAt({ type, data }: DomainEvent, paths: ReadonlyMap<string, string>): string | null {
  const path = paths.get(type)
  const value = path === undefined ? null : valueAt(data, path)
  return typeof value === 'string' ? value : null
}

export function presentPaths(data: object, paths: readonly string[]): string[] {
  return paths.filter(path => (valueAt(data, path) ?? null) !== null)
}

/** The data with `[erased]` at these paths, where they have a value. */
export function erasePaths<T extends object>(data: T, paths: readonly string[]): T {
  const present = presentPaths(data, paths)
  if (present.length === 0) return data
  const copy = structuredClone(data)
  for (const path of present) setValueAt(copy, path, ERASED)
  return copy
}

export function valueAt(data: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (inner, name) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined),
      data,
    )
}

export function setValueAt(data: object, path: string, value: unknown): void {
  const names = path.split('.')
  const within = names.length === 1 ? data : valueAt(data, names.slice(0, -1).join('.'))
  if (typeof within === 'object' && within !== null) Reflect.set(within, names.at(-1)!, value)
}
