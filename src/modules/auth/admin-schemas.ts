import { z } from 'zod'
import { AgreedLimit, Tier } from '#domain/auth/clients/events.ts'
import { EMAIL_LENGTH_MAX } from '#domain/auth/email-address.ts'
import { ROLE_NAMES } from '#domain/auth/roles.ts'
import { plainText } from '#text.ts'
import { ChosenPassword } from './schemas.ts'

const status = z.enum(['active', 'disabled'])
const role = z.enum(ROLE_NAMES)
const name = plainText(140)
const timestamp = z.string().describe('ISO 8601, UTC, milliseconds')
const agreed_limit = AgreedLimit.nullable().describe("Rate limits in place of the tier's; null = the tier's")
const email = z.email().max(EMAIL_LENGTH_MAX)

export const ClientRecord = z
  .object({ client_id: z.string(), name: z.string(), tier: Tier, agreed_limit, status, created_at: timestamp })
  .meta({ id: 'Client' })
export const ClientParams = z.object({ client_id: z.string() })
export const RegisterClientBody = z.object({ name, tier: Tier.default('B'), agreed_limit: agreed_limit.optional() })
export const ChangeClientBody = z.object({ name, tier: Tier, agreed_limit, status }).partial()

export const UserRecord = z
  .object({
    user_id: z.string(),
    client_id: z.string(),
    email: z.string().nullable(),
    role,
    status,
    created_at: timestamp,
  })
  .meta({ id: 'User' })
export const UserParams = z.object({ user_id: z.string() })
export const RegisterUserBody = z.object({
  client_id: plainText(128).optional().describe("The caller's own client unless given"),
  email,
  role,
  password: ChosenPassword.nullish().describe('Without one the user comes in by social or biometric login only'),
})
export const ChangeUserBody = z
  .object({ role, status, password: ChosenPassword, revoke_sessions: z.boolean() })
  .partial()

export const LIST_LIMIT_MAX = 100
const paging = {
  after: plainText(128).default('').describe('The last id of the page before; leave out for the first page'),
  limit: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, 'must be a whole number from 1 to 100')
    .transform(Number)
    .refine(n => n <= LIST_LIMIT_MAX, `must be at most ${LIST_LIMIT_MAX}`)
    .default(LIST_LIMIT_MAX),
}
export const ListClientsQuery = z.strictObject(paging)
export const ListClientsResponse = z.object({ data: z.array(ClientRecord) })
export const ListUsersQuery = z.strictObject({
  ...paging,
  client_id: plainText(128).optional().describe("The caller's own client unless given"),
  email: plainText(EMAIL_LENGTH_MAX).optional().describe('Only the user with this address'),
})
export const ListUsersResponse = z.object({ data: z.array(UserRecord) })
