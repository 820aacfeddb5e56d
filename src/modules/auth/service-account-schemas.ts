import { z } from 'zod'
import { SCOPES } from '#domain/auth/roles.ts'

const TIME = 'ISO 8601, UTC, milliseconds'

const fields = {
  service_account_id: z
    .string()
    .describe('Id of the service account, as in `sub` of its tokens and in audit histories.'),
  client_id: z
    .string()
    .describe('The client of the machine: the account sees and changes only records of this client.'),
  name: z.string().describe('Description of the machine.'),
  email: z.string().describe('The login name: `email` of `POST /api/auth/login`. It receives no mail.'),
  scopes: z.array(z.enum(SCOPES)).describe('The scopes of its tokens; they never change.'),
  status: z
    .enum(['active', 'expired', 'revoked'])
    .describe('Only an `active` account can log in, and only while its client is active.'),
  created_at: z.string().describe(`When it was created: ${TIME}.`),
  expires_at: z.string().nullable().describe(`When it expires: ${TIME}; null = never.`),
  revoked_at: z.string().nullable().describe(`When it was revoked: ${TIME}; null = not revoked.`),
  last_used_at: z
    .string()
    .nullable()
    .describe(`When it last logged in, refreshed a token or sent a request, to about a minute: ${TIME}; null = never.`),
}
export const ServiceAccountResponse = z
  .object(fields)
  .meta({ id: 'ServiceAccount', description: 'A login of a machine, without its secret.' })
export const NewServiceAccountResponse = z
  .object({
    ...fields,
    secret: z
      .string()
      .describe('Its `password` at `POST /api/auth/login`, shown only once: 256 random bits, stored as a hash.'),
  })
  .meta({
    id: 'NewServiceAccount',
    description: 'A login of a machine, with its secret, which is shown only once.',
  })
export const ListServiceAccountsResponse = z
  .object({ data: z.array(ServiceAccountResponse).describe('In the order of their creation, including revoked ones.') })
  .describe('A page of service accounts; another page may follow a full one.')

const client_id = z.string().describe('The client of the machine.')
export const ServiceAccountsParams = z.object({ client_id })
export const ServiceAccountParams = z.object({
  client_id,
  service_account_id: z.string().describe('The service account.'),
})
