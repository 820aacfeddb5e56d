import type { FastifyRequest } from 'fastify'
import {
  CreateServiceAccountBody,
  createServiceAccount,
  createServiceAccountErrors,
} from '#commands/auth/create-service-account.ts'
import { revokeServiceAccount, revokeServiceAccountErrors } from '#commands/auth/revoke-service-account.ts'
import { assertCanAdminister } from '#domain/auth/platform.ts'
import { LIVE_SERVICE_ACCOUNTS_MAX, serviceAccounts } from '#domain/auth/service-accounts/decider.ts'
import { type Api, contextOf } from '#http/api.ts'
import { getServiceAccount } from '#queries/auth/get-service-account.ts'
import { ListClientsQuery } from '#queries/auth/list-clients.ts'
import { listServiceAccounts } from '#queries/auth/list-service-accounts.ts'
import type { Auth } from '#services/auth/auth.ts'
import { Rejection } from '#values/errors.ts'
import { assertClientVisible } from './admin-routes.ts'
import {
  ListServiceAccountsResponse,
  NewServiceAccountResponse,
  ServiceAccountParams,
  ServiceAccountResponse,
  ServiceAccountsParams,
} from './service-account-schemas.ts'

const tags = ['admin']
const config = { scope: 'users:admin', errors: revokeServiceAccountErrors } as const

const createServiceAccountOperation = {
  config: { ...config, errors: createServiceAccountErrors },
  schema: {
    tags,
    operationId: 'createServiceAccount',
    summary: 'Create a service account for a machine',
    description: [
      'Creates a service account, which is active immediately. It logs in at `POST /api/auth/login` with `email` and, as `password`,',
      '`secret`. Its tokens have exactly the chosen scopes and the role `service_account`, and are refreshed like those of users.',
      'Only this response contains the secret: store it now. To replace a secret, create another account and revoke this one.',
      '60 logins a minute are admitted (then AUTH_004); wrong secrets lock nothing.',
      '',
      '- 400 INVALID_REQUEST: correct the field in `details`.',
      '- 403 AUTH_003: with `details.scopes`, you may not grant these: omit them. With `details.required_scope`, ask an administrator.',
      '- 404 NOT_FOUND: the client does not exist or is not yours to administer.',
      `- 409 CONFLICT: the client has ${LIVE_SERVICE_ACCOUNTS_MAX} active accounts: revoke one first.`,
      '- 503 SERVICE_UNAVAILABLE: the account may have been created: read the list, and revoke the account whose secret you do not have.',
    ].join('\n'),
    params: ServiceAccountsParams,
    body: CreateServiceAccountBody,
    response: { 201: NewServiceAccountResponse.describe('The service account, with its secret.') },
  },
} as const

const listServiceAccountsOperation = {
  config,
  schema: {
    tags,
    operationId: 'listServiceAccounts',
    summary: "A client's service accounts, the oldest first",
    description: [
      "The logins of the client's machines, including revoked and expired ones, without secrets. Changes appear within a",
      'second; `GET …/{service_account_id}` is always current.',
      '',
      '- 400 INVALID_REQUEST: correct the parameter in `details`.',
      '- 404 NOT_FOUND: the client does not exist or is not yours to administer.',
      '- 503 SERVICE_UNAVAILABLE: the list is being built: repeat after `Retry-After` seconds.',
    ].join('\n'),
    params: ServiceAccountsParams,
    querystring: ListClientsQuery,
    response: { 200: ListServiceAccountsResponse },
  },
} as const

const getServiceAccountOperation = {
  config,
  schema: {
    tags,
    operationId: 'getServiceAccount',
    summary: 'One service account',
    description:
      'The current state, without the secret. 404 NOT_FOUND: the account does not exist, or its client is not yours to administer.',
    params: ServiceAccountParams,
    response: { 200: ServiceAccountResponse.describe('The service account.') },
  },
} as const

const revokeServiceAccountOperation = {
  config,
  schema: {
    tags,
    operationId: 'revokeServiceAccount',
    summary: 'Revoke a service account',
    description: [
      "Ends logins and refreshes immediately; access tokens are refused within 5 seconds. A revocation can't be undone, and",
      'a repeat changes nothing.',
      '',
      '- 404 NOT_FOUND: the account does not exist, or its client is not yours to administer.',
      '- 503 SERVICE_UNAVAILABLE: the outcome is unknown: repeat the request.',
    ].join('\n'),
    params: ServiceAccountParams,
    response: { 200: ServiceAccountResponse.describe('The revoked service account.') },
  },
} as const

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
