import { z } from 'zod'
import { noSuchServer, type ServerCommand, servers } from '#domain/vpn/servers/decider.ts'
import { SERVER_STATUSES, type Server } from '#domain/vpn/servers/state.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Service } from '#service.ts'
import { Terms } from '#services/vpn/request-fields.ts'
import type { ErrorCode } from '#values/errors.ts'

export const ChangeServerBody = z
  .strictObject({
    ...Terms,
    status: z
      .enum(SERVER_STATUSES)
      .describe('In maintenance it takes no new sessions; retired is final, and the server is no longer listed.'),
  })
  .partial()
  .refine(body => Object.keys(body).length > 0, 'must name what is to change')

export const changeServerErrors = ['VPN_004', 'CONFLICT'] as const satisfies readonly ErrorCode[]

/** Other requests take and release slots on the same stream. */
const RETRY_BUDGET_MS = 4_500

const STATUS_COMMANDS = { online: 'end_maintenance', maintenance: 'start_maintenance', retired: 'retire' } as const

/** CONFLICT once the server is retired. */
export async function changeServer(
  { execute }: Pick<Service, 'execute'>,
  context: Context,
  { server_id, status, ...changes }: z.output<typeof ChangeServerBody> & { server_id: number },
): Promise<Server> {
  const terms = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const commands: ServerCommand[] = [
    ...(Object.keys(terms).length === 0 ? [] : [{ type: 'change', terms } as const]),
    ...(status === undefined ? [] : [{ type: STATUS_COMMANDS[status] }]),
  ]
  let server: Server | undefined
  for (const [index, command] of commands.entries()) {
    const ownContext = { ...context, command_id: `${context.command_id}:${index}` }
    const hints = { retryBudgetMs: RETRY_BUDGET_MS }
    const { state } = await execute.run(servers, servers.id(server_id), command, ownContext, hints)
    if (state.status !== 'absent') server = state
  }
  if (server === undefined) throw noSuchServer()
  return server
}
