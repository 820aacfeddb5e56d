import { z } from 'zod'
import { noSuchServer, type Server, type ServerCommand, servers } from '#domain/vpn/servers/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Service } from '#service.ts'
import { Terms } from '#services/vpn/server-fields.ts'

export const ChangeServerBody = z
  .strictObject({
    ...Terms,
    status: z
      .enum(['online', 'maintenance', 'retired'])
      .describe('In maintenance it takes no new sessions; retired is for good, and nobody is shown it any more.'),
  })
  .partial()
  .refine(body => Object.keys(body).length > 0, 'must name what is to change')
export type ChangeServerBody = z.output<typeof ChangeServerBody>

/** Other requests take and release slots on the same stream. */
const RETRY_BUDGET_MS = 4_500

const STATUS_COMMANDS = { online: 'end_maintenance', maintenance: 'start_maintenance', retired: 'retire' } as const

/** Changes a server's fields and status; open sessions stay. Errors: VPN_004, CONFLICT once it is retired. */
export async function changeServer(
  { execute }: Pick<Service, 'execute'>,
  context: Context,
  server_id: number,
  { status, ...changes }: ChangeServerBody,
): Promise<Server> {
  const terms = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const commands: ServerCommand[] = [
    ...(Object.keys(terms).length === 0 ? [] : [{ type: 'change', terms } as const]),
    ...(status === undefined ? [] : [{ type: STATUS_COMMANDS[status] }]),
  ]
  let server: Server | undefined
  for (const [index, command] of commands.entries()) {
    const ownContext = { ...context, command_id: `${context.command_id}:${index}` }
    const { state } = await execute.run(servers, servers.id(server_id), command, ownContext, {
      retryBudgetMs: RETRY_BUDGET_MS,
    })
    if (state.status !== 'absent') server = state
  }
  if (server === undefined) throw noSuchServer()
  return server
}
