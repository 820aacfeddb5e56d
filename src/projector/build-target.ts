import type { Projection } from '#declarations/read-model.ts'

/** `schema` holds the tables of a build. `name` is its lease and its row in `ops.checkpoints`, both until it ends. */
export type BuildTarget = { name: string; schema: string }

export function liveTarget({ name }: Projection): BuildTarget {
  return { name: `build:${name}`, schema: `building_${name}` }
}

export function comparisonTarget({ name }: Projection): BuildTarget {
  return { name: `compare:${name}`, schema: `building_${name}_compare` }
}

export function asOfTarget({ name }: Projection, point: string): BuildTarget {
  return { name: `build:${name}:${point}`, schema: `building_${name}_${point}` }
}
