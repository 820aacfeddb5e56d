import type { Projection } from '#declarations/read-model.ts'

/** `schema` holds the tables of a build. `name` is its lease and its row in `ops.checkpoints`, both until it ends. */
export type BuildTarget = { name: string; schema: string }

/** For the tables that replace the live ones. */
export function liveTarget({ name }: Projection): BuildTarget {
  return { name: `build:${name}`, schema: `building_${name}` }
}

/** For the tables that are compared with the live ones. */
export function comparisonTarget({ name }: Projection): BuildTarget {
  return { name: `compare:${name}`, schema: `building_${name}_compare` }
}

/** For the tables of a point in time. */
export function asOfTarget({ name }: Projection, point: string): BuildTarget {
  return { name: `build:${name}:${point}`, schema: `building_${name}_${point}` }
}
