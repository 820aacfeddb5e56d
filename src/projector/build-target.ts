import type { Projection } from '#declarations/read-model.ts'

/**
 * Where a build takes place: its tables are made in `schema`; under `name` one process at a time leads it, and its place in the log is kept in
 * `ops.checkpoints` as long as it lasts.
 */
export type BuildTarget = { name: string; schema: string }

/** Of the tables that are to take the place of the live ones. */
export function liveTarget({ name }: Projection): BuildTarget {
  return { name: `build:${name}`, schema: `building_${name}` }
}

/** Of those that live ones are compared with. */
export function comparisonTarget({ name }: Projection): BuildTarget {
  return { name: `compare:${name}`, schema: `building_${name}_compare` }
}

/** Of those that show a moment of the past, and go to the schema of that moment. */
export function asOfTarget({ name }: Projection, point: string): BuildTarget {
  return { name: `build:${name}:${point}`, schema: `building_${name}_${point}` }
}
