import { z } from 'zod'
import { normaliseClientName } from '#domain/auth/client-names/events.ts'
import { AgreedLimit, SmsQuota, Tier } from '#domain/auth/clients/events.ts'
import { EMAIL_LENGTH_MAX } from '#domain/auth/email-address.ts'
import { ROLE_NAMES } from '#domain/auth/roles.ts'
import { timestamp } from '#values/instant.ts'
import { plainText } from '#values/text.ts'
import { ChosenPassword, NEW_PASSWORD } from './schemas.ts'

const client_id = z.string().describe('The client: `clt_` and a UUID.')
const user_id = z.string().describe('The user: `usr_` and a UUID.')
const clientStatus = z.enum(['active', 'disabled']).describe('Whether users of the client can log in.')
const userStatus = z.enum(['active', 'disabled']).describe('Whether the user can log in.')
const role = z
  .enum(ROLE_NAMES)
  .describe('The role of the user; “Authentication and roles” lists the scopes of each role.')
const name = plainText(140)
  .refine(text => normaliseClientName(text) !== '', {
    error: 'must not be empty',
    when: ({ issues }) => issues.length === 0,
  })
  .describe('Name of the organisation, 1 to 140 characters.')
const tier = Tier.describe('The rate tier; “Rate limits” lists the limits of each tier.')
const agreed_limit = z
  .object({
    per_minute: AgreedLimit.shape.per_minute.describe('Requests per minute, at least 1.'),
    per_day: AgreedLimit.shape.per_day.describe('Requests per UTC day, at least 1; null means no daily limit.'),
  })
  .nullable()
  .describe("Rate limits that replace the tier's; null means the tier's.")
const sms_quota = z
  .object({
    per_month: SmsQuota.shape.per_month.describe('Analyses per UTC calendar month, at least 1; null means no limit.'),
  })
  .nullable()
  .describe("Quota of message analyses that replaces the tier's; null means the tier's.")
const country = z
  .string()
  .regex(/^[A-Z]{2}$/, 'must be two capital letters')
  .nullable()
  .describe(
    "The country of the client's people, ISO 3166-1 in two capital letters; it decides whether a sender's number is local or foreign. Null means unknown.",
  )
const email = z
  .email()
  .max(EMAIL_LENGTH_MAX)
  .describe(`Address to log in with, at most ${EMAIL_LENGTH_MAX} characters.`)
const optionalClientId = plainText(128).optional().describe("The client of the user; by default the caller's own.")

export const ClientResponse = z
  .object({
    client_id,
    name: z.string().describe('Name of the organisation, at most 140 characters.'),
    tier,
    agreed_limit,
    sms_quota,
    country,
    status: clientStatus,
    created_at: timestamp('When the client was registered'),
  })
  .meta({ id: 'Client', description: 'An organisation that integrates the API.' })
export const ClientParams = z.object({ client_id })
export const RegisterClientBody = z.object({
  name,
  tier: tier.default('B'),
  agreed_limit: agreed_limit.optional(),
  sms_quota: sms_quota.optional(),
  country: country.optional(),
})
export const ChangeClientBody = z
  .object({ name, tier, agreed_limit, sms_quota, country, status: clientStatus })
  .partial()

export const UserResponse = z
  .object({
    user_id,
    client_id,
    email: z.string().nullable().describe('Address to log in with; null after an erasure.'),
    role,
    status: userStatus,
    created_at: timestamp('When the user was registered'),
  })
  .meta({ id: 'User', description: 'A person who logs in.' })
export const UserParams = z.object({ user_id })
export const RegisterUserBody = z.object({
  client_id: optionalClientId,
  email,
  role,
  password: ChosenPassword.nullish().describe(
    `${NEW_PASSWORD} Without one the user can only use social or biometric logins.`,
  ),
})
export const ChangeUserBody = z
  .object({
    role,
    status: userStatus,
    password: ChosenPassword.describe(NEW_PASSWORD),
    revoke_sessions: z.boolean().describe('True ends every session of the user.'),
  })
  .partial()

export const LIST_LIMIT_MAX = 100
const paging = {
  after: plainText(128)
    .default('')
    .describe('The last id of the previous page, at most 128 characters; omit it for the first page.'),
  limit: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, 'must be a whole number from 1 to 100')
    .transform(Number)
    .refine(n => n <= LIST_LIMIT_MAX, `must be at most ${LIST_LIMIT_MAX}`)
    .default(LIST_LIMIT_MAX)
    .describe(`Entries on a page, 1 to ${LIST_LIMIT_MAX}.`),
}
export const ListClientsQuery = z.strictObject(paging)
export const ListClientsResponse = z
  .object({ data: z.array(ClientResponse).describe('The clients of this page, the oldest first.') })
  .describe('A page of clients; another page may follow a full one.')
export const ListUsersQuery = z.strictObject({
  ...paging,
  client_id: plainText(128).optional().describe("The client of the users; by default the caller's own."),
  email: plainText(EMAIL_LENGTH_MAX)
    .optional()
    .describe(`Only the user with this address, at most ${EMAIL_LENGTH_MAX} characters.`),
})
export const ListUsersResponse = z
  .object({ data: z.array(UserResponse).describe('The users of this page, in the order of their ids.') })
  .describe('A page of users; another page may follow a full one.')
