import { sql } from 'slonik'
import { z } from 'zod'
import type { BUS_DIRECTIONS } from '#config/environment.ts'
import type { Database } from '#edge/postgres/pool.ts'

export type BusDirection = (typeof BUS_DIRECTIONS)[number]

export function isPaused(db: Database, direction: BusDirection): Promise<boolean> {
  return db.exists(sql.type(z.object({}))`select from ops.bus_paused where direction = ${direction}`)
}

export async function pause(db: Database, direction: BusDirection): Promise<void> {
  await db.query(sql.unsafe`insert into ops.bus_paused (direction) values (${direction}) on conflict do nothing`)
}

export async function resume(db: Database, direction: BusDirection): Promise<void> {
  await db.query(sql.unsafe`delete from ops.bus_paused where direction = ${direction}`)
}
