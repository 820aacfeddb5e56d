import { sql } from 'slonik'
import { z } from 'zod'
import { type ClientNameHold, clientNames, nameTakenRejection } from '#domain/auth/client-names/decider.ts'
import { normaliseClientName } from '#domain/auth/client-names/events.ts'
import { clients } from '#domain/auth/clients/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import { clientOf } from '#event-sourcing/decider.ts'
import type { Service } from '#service.ts'

type NameService = Pick<Service, 'execute' | 'db'>

/** Three times the longest request: after that a name that its client does not have is free. */
const REQUEST_OVER_MS = 30_000

/** Of two concurrent requests for a name one succeeds. Errors: CONFLICT, `details.field` "name". */
export async function takeClientName(
  service: NameService,
  context: Context,
  holder: string,
  name: string,
): Promise<void> {
  const { execute } = service
  const id = clientNames.id(name)
  const { state, revision } = await execute.load(clientNames, id)
  // Clients from before names were taken are only in the read model.
  const sameNamed = revision < 0 ? await findClientsByName(service, name) : []
  for (const other of sameNamed)
    if (other !== holder && (await hasName(service, other, name))) throw nameTakenRejection(other)
  const ended = state.hold !== null && (await isHoldEnded(service, state.hold, name, context.now)) ? state.hold : null
  await execute.run(clientNames, id, { type: 'take', client_id: clientOf(context.actor), holder, ended }, context)
}

async function isHoldEnded(
  service: NameService,
  { client_id, taken_at }: ClientNameHold,
  name: string,
  now: Date,
): Promise<boolean> {
  if (now.getTime() - Date.parse(taken_at) < REQUEST_OVER_MS) return false
  return !(await hasName(service, client_id, name))
}

async function hasName({ execute }: NameService, client_id: string, name: string): Promise<boolean> {
  const { state } = await execute.load(clients, client_id)
  return state.status !== 'absent' && normaliseClientName(state.name) === normaliseClientName(name)
}

const Row = z.object({ client_id: z.string(), name: z.string() })
const Exists = z.object({ exists: z.boolean() })

/** From the read model `clients`, which has thousands of rows at most; empty until it is built. */
async function findClientsByName({ db }: Pick<Service, 'db'>, name: string): Promise<string[]> {
  const isBuilt = await db.oneFirst(sql.type(Exists)`select to_regclass('read.clients') is not null as exists`)
  if (!isBuilt) return []
  const rows = await db.any(sql.type(Row)`select client_id, name from read.clients`)
  return rows
    .filter(row => normaliseClientName(row.name) === normaliseClientName(name))
    .map(({ client_id }) => client_id)
}
