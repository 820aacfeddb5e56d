import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  CreateServiceAccountBody,
  createServiceAccount,
  createServiceAccountErrors,
} from '#commands/auth/create-service-account.ts'
import { revokeServiceAccount, revokeServiceAccountErrors } from '#commands/auth/revoke-service-account.ts'
import { assertCanAdminister } from '#domain/auth/platform.ts'
import { SCOPES } from '#domain/auth/roles.ts'
import { LIVE_SERVICE_ACCOUNTS_MAX, serviceAccounts } from '#domain/auth/service-accounts/decider.ts'
import { type Api, contextOf } from '#http/api.ts'
import { getServiceAccount } from '#queries/auth/get-service-account.ts'
import { ListClientsQuery } from '#queries/auth/list-clients.ts'
import { listServiceAccounts } from '#queries/auth/list-service-accounts.ts'
import type { Auth } from '#services/auth/auth.ts'
import { Rejection } from '#values/errors.ts'
import { prose } from '#values/prose.ts'
import { assertClientVisible } from './admin-routes.ts'
import { adminOperation } from './operation.ts'

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
const ServiceAccountResponse = z
  .object(fields)
  .meta({ id: 'ServiceAccount', description: 'A login of a machine, without its secret.' })
const NewServiceAccountResponse = z
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
const ListServiceAccountsResponse = z
  .object({ data: z.array(ServiceAccountResponse).describe('In the order of their creation, including revoked ones.') })
  .describe('A page of service accounts; another page may follow a full one.')

const client_id = z.string().describe('The client of the machine.')
const ServiceAccountsParams = z.object({ client_id })
const ServiceAccountParams = z.object({
  client_id,
  service_account_id: z.string().describe('The service account.'),
})

const createServiceAccountOperation = adminOperation(createServiceAccountErrors, {
  operationId: 'createServiceAccount',
  summary: 'Create a service account for a machine',
  description: [
    prose(
      'Creates a service account, which is active immediately. It logs in at `POST /api/auth/login` with `email`',
      'and, as `password`,',
    ),
    prose(
      '`secret`. Its tokens have exactly the chosen scopes and the role `service_account`, and are refreshed like',
      'those of users.',
    ),
    prose(
      'Only this response contains the secret: store it now. To replace a secret, create another account and revoke',
      'this one.',
    ),
    '60 logins a minute are admitted (then AUTH_004); wrong secrets lock nothing.',
    '',
    '- 400 INVALID_REQUEST: correct the field in `details`.',
    prose(
      '- 403 AUTH_003: with `details.scopes`, you may not grant these: omit them. With `details.required_scope`, ask',
      'an administrator.',
    ),
    '- 404 NOT_FOUND: the client does not exist or is not yours to administer.',
    `- 409 CONFLICT: the client has ${LIVE_SERVICE_ACCOUNTS_MAX} active accounts: revoke one first.`,
    prose(
      '- 503 SERVICE_UNAVAILABLE: the account may have been created: read the list, and revoke the account whose',
      'secret you do not have.',
    ),
  ].join('\n'),
  params: ServiceAccountsParams,
  body: CreateServiceAccountBody,
  response: { 201: NewServiceAccountResponse.describe('The service account, with its secret.') },
})

const listServiceAccountsOperation = adminOperation(['NOT_FOUND'], {
  operationId: 'listServiceAccounts',
  summary: "A client's service accounts, the oldest first",
  description: prose(
    "The logins of the client's machines, including revoked and expired ones, without secrets. Changes appear",
    'within a\nsecond; `GET …/{service_account_id}` is always current.\n\n- 400 INVALID_REQUEST: correct the',
    'parameter in `details`.\n- 404 NOT_FOUND: the client does not exist or is not yours to administer.\n- 503',
    'SERVICE_UNAVAILABLE: the list is being built: repeat after `Retry-After` seconds.',
  ),
  params: ServiceAccountsParams,
  querystring: ListClientsQuery,
  response: { 200: ListServiceAccountsResponse },
})

const getServiceAccountOperation = adminOperation(['NOT_FOUND'], {
  operationId: 'getServiceAccount',
  summary: 'One service account',
  description: prose(
    'The current state, without the secret. 404 NOT_FOUND: the account does not exist, or its client is not yours',
    'to administer.',
  ),
  params: ServiceAccountParams,
  response: { 200: ServiceAccountResponse.describe('The service account.') },
})

const revokeServiceAccountOperation = adminOperation(revokeServiceAccountErrors, {
  operationId: 'revokeServiceAccount',
  summary: 'Revoke a service account',
  description: prose(
    "Ends logins and refreshes immediately; access tokens are refused within 5 seconds. A revocation can't be",
    'undone, and\na repeat changes nothing.\n\n- 404 NOT_FOUND: the account does not exist, or its client is not',
    'yours to administer.\n- 503 SERVICE_UNAVAILABLE: the outcome is unknown: repeat the request.',
  ),
  params: ServiceAccountParams,
  response: { 200: ServiceAccountResponse.describe('The revoked service account.') },
})

/** Administrators manage the accounts of their own client, those of the platform the accounts of any. */
export function serviceAccountRoutes(api: Api, auth: Auth): void {
  const assertClient = assertClientVisible(auth)
  const assertAccount = async ({ caller, params }: FastifyRequest) => {
    const { client_id, service_account_id } = params as { client_id: string; service_account_id: string }
    assertCanAdminister(caller, client_id)
    // From the event store alone: a revocation must work without PostgreSQL.
    const { state } = await auth.execute.load(serviceAccounts, client_id)
    if (!state.has(service_account_id)) throw new Rejection('NOT_FOUND')
  }
  const collection = '/admin/clients/:client_id/service-accounts'
  const item = `${collection}/:service_account_id` as const

  const createRoute = { ...createServiceAccountOperation, preValidation: assertClient }
  api.post(collection, createRoute, async (request, reply) => {
    const { client_id } = request.params
    const input = { ...request.body, client_id }
    const { service_account_id, secret } = await createServiceAccount(auth, contextOf(request, auth.now()), input)
    const account = await getServiceAccount(auth, { client_id, service_account_id })
    return reply
      .code(201)
      .header('cache-control', 'no-store')
      .send({ ...account, secret })
  })

  api.get(collection, { ...listServiceAccountsOperation, preValidation: assertClient }, async ({ params, query }) => ({
    data: await listServiceAccounts(auth, { ...params, ...query }),
  }))

  api.get(item, { ...getServiceAccountOperation, preValidation: assertAccount }, async ({ params }) =>
    getServiceAccount(auth, params),
  )

  api.delete(item, { ...revokeServiceAccountOperation, preValidation: assertAccount }, async request => {
    await revokeServiceAccount(auth, contextOf(request, auth.now()), request.params)
    return getServiceAccount(auth, request.params)
  })
}
