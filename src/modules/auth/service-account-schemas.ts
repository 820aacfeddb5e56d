import { z } from 'zod'
import { SCOPES } from '#domain/auth/roles.ts'

import { instant } from '#values/instant.ts'
import { plainText } from '#values/text.ts'
import { ListClientsQuery } from './admin-schemas.ts'

const NAME_LENGTH_MAX = 140
const TIME = 'ISO 8601, UTC, milliseconds'

const fields = {
  service_account_id: z.string().describe('Names the service account, as `sub` of its tokens and in audit histories.'),
  client_id: z.string().describe('The client whose machine it is: it sees and changes what is of this client.'),
  name: z.string().describe('What the machine is, in the words of whoever made it.'),
  email: z.string().describe('What it logs in as: `email` of `POST /api/auth/login`. No mail can be sent there.'),
  scopes: z.array(z.enum(SCOPES)).describe('What its tokens may do; never changes.'),
  status: z
    .enum(['active', 'expired', 'revoked'])
    .describe('Only an `active` one logs in, and only while its client is active.'),
  created_at: z.string().describe(`When it was made: ${TIME}.`),
  expires_at: z.string().nullable().describe(`From when on it opens nothing: ${TIME}; null = never.`),
  revoked_at: z.string().nullable().describe(`When it was revoked: ${TIME}; null = it was not.`),
  last_used_at: z
    .string()
    .nullable()
    .describe(
      `When it last logged in, refreshed a token or asked something, to about a minute: ${TIME}; null = never.`,
    ),
}
export const ServiceAccountResponse = z
  .object(fields)
  .meta({ id: 'ServiceAccount', description: 'A login of a machine, without its secret.' })
export const NewServiceAccountResponse = z
  .object({
    ...fields,
    secret: z
      .string()
      .describe('Its `password` at `POST /api/auth/login`, shown this once: 256 random bits, of which a hash is kept.'),
  })
  .meta({ id: 'NewServiceAccount', description: 'A login of a machine, with the secret that is shown this once.' })

const client_id = z.string().describe('The client whose machine it is.')
export const ServiceAccountsParams = z.object({ client_id })
export const ServiceAccountParams = z.object({
  client_id,
  service_account_id: z.string().describe('The service account.'),
})
export const CreateServiceAccountBody = z.object({
  name: plainText(NAME_LENGTH_MAX).describe(
    `What the machine is, 1 to ${NAME_LENGTH_MAX} characters, so that whoever reads the list knows it.`,
  ),
  scopes: z
    .array(z.enum(SCOPES))
    .min(1)
    .max(SCOPES.length)
    .describe('What its tokens may do: one scope at least, none that you have not, and never `users:admin`.'),
  expires_at: instant
    .nullish()
    .describe('From when on it opens nothing: ISO 8601 with an offset, in the future; null or missing = never.'),
})
export const ListServiceAccountsQuery = ListClientsQuery
export const ListServiceAccountsResponse = z
  .object({ data: z.array(ServiceAccountResponse).describe('In the order of their making, revoked ones too.') })
  .describe('A page of service accounts; a full one may have another after it.')
