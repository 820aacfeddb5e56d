import { sql } from 'slonik'
import { z } from 'zod'
import { normaliseClientName } from '#domain/auth/client-names/events.ts'
import type { Service } from '#service.ts'

const Row = z.object({ client_id: z.string(), name: z.string() })
const Exists = z.object({ exists: z.boolean() })

/** From the read model `clients`, which has thousands of rows at most; empty until it is built. */
export async function findClientsByName({ db }: Pick<Service, 'db'>, name: string): Promise<string[]> {
  const isBuilt = await db.oneFirst(sql.type(Exists)`select to_regclass('read.clients') is not null as exists`)
  if (!isBuilt) return []
  const rows = await db.any(sql.type(Row)`select client_id, name from read.clients`)
  return rows
    .filter(row => normaliseClientName(row.name) === normaliseClientName(name))
    .map(({ client_id }) => client_id)
}
