import { sql } from 'slonik'
import { z } from 'zod'
import { normaliseClientName } from '#domain/auth/client-names/events.ts'
import type { Service } from '#service.ts'

const Row = z.object({ client_id: z.string(), name: z.string() })
const Exists = z.object({ exists: z.boolean() })

/**
 * Ids of the clients that the list has under a name, in whatever spelling. Read whole: there are thousands at most, and somebody is
 * onboarded seldom. Nobody when the list was never built, as before the first client.
 */
export async function findClientsByName({ db }: Pick<Service, 'db'>, name: string): Promise<string[]> {
  const isBuilt = await db.oneFirst(sql.type(Exists)`select to_regclass('read.clients') is not null as exists`)
  if (!isBuilt) return []
  const rows = await db.any(sql.type(Row)`select client_id, name from read.clients`)
  return rows
    .filter(row => normaliseClientName(row.name) === normaliseClientName(name))
    .map(({ client_id }) => client_id)
}
