import { z } from 'zod'
import { category, type EventOf } from '#event-sourcing/category.ts'

/** What happens to the logins of a client's machines, all of them in `serviceaccounts-<client_id>`: their number has a limit. */
const ServiceAccountEvents = {
  /**
   * A machine got a login of its own. `secret_hash`: hex SHA-256 of its secret. A scope that a reader does not know grants
   * nothing.
   */
  ServiceAccountCreated: z.strictObject({
    client_id: z.string(),
    service_account_id: z.string(),
    name: z.string(),
    scopes: z.array(z.string()),
    secret_hash: z.string(),
    expires_at: z.string().nullable(),
  }),
  /** It is the agent of one VPN server, and sees and changes the sessions of that server alone. */
  ServiceAccountBound: z.strictObject({ service_account_id: z.string(), vpn_server_id: z.int().positive() }),
  /** It may not come in any more; every open session of it ends. */
  ServiceAccountRevoked: z.strictObject({ service_account_id: z.string() }),
}
export type ServiceAccountEvent = EventOf<typeof ServiceAccountEvents>

export const serviceAccountStreams = category({ prefix: 'serviceaccounts-', events: ServiceAccountEvents })
