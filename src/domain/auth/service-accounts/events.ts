import { z } from 'zod'
import { category, type EventOf } from '#event-sourcing/category.ts'
import { internal, plain } from '#event-sourcing/field-classes.ts'

/** All accounts of a client are in one stream, because their number has a limit. */
const ServiceAccountEvents = {
  /** `secret_hash`: hex SHA-256 of the secret. An unknown scope grants nothing. */
  ServiceAccountCreated: z.strictObject({
    ...plain({ client_id: z.string(), service_account_id: z.string(), name: z.string(), scopes: z.array(z.string()) }),
    secret_hash: internal(z.string()),
    expires_at: plain(z.string().nullable()),
  }),
  /** It is the agent of one VPN server, limited to the sessions of that server. */
  ServiceAccountBound: z.strictObject(plain({ service_account_id: z.string(), vpn_server_id: z.int().positive() })),
  /** It can't log in any more, and its sessions end. */
  ServiceAccountRevoked: z.strictObject(plain({ service_account_id: z.string() })),
}
export type ServiceAccountEvent = EventOf<typeof ServiceAccountEvents>

export const serviceAccountStreams = category({ prefix: 'serviceaccounts-', events: ServiceAccountEvents })
