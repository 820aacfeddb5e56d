import type { FastifyRequest } from 'fastify'
import { createServiceAccount } from '#commands/auth/create-service-account.ts'
import { revokeServiceAccount } from '#commands/auth/revoke-service-account.ts'
import { assertCanAdminister } from '#domain/auth/platform.ts'
import { LIVE_SERVICE_ACCOUNTS_MAX, serviceAccounts } from '#domain/auth/service-accounts/decider.ts'
import { type Api, contextOf } from '#http/api.ts'
import { getClient } from '#queries/auth/get-client.ts'
import { getServiceAccount } from '#queries/auth/get-service-account.ts'
import { listServiceAccounts } from '#queries/auth/list-service-accounts.ts'
import type { Auth } from '#services/auth/auth.ts'
import { Rejection } from '#values/errors.ts'
import {
  CreateServiceAccountBody,
  ListServiceAccountsQuery,
  ListServiceAccountsResponse,
  NewServiceAccountResponse,
  ServiceAccountParams,
  ServiceAccountResponse,
  ServiceAccountsParams,
} from './service-account-schemas.ts'

/** Administrators manage the accounts of their own client, those of the platform the accounts of any. */
export function serviceAccountRoutes(api: Api, auth: Auth): void {
  const described = { tags: ['admin'] }
  const config = { scope: 'users:admin', errors: ['NOT_FOUND'] } as const
  const assertClientExists = async ({ caller, params }: FastifyRequest) => {
    const { client_id } = params as { client_id: string }
    assertCanAdminister(caller, client_id)
    await getClient(auth, client_id)
  }
  const assertAccountExists = async ({ caller, params }: FastifyRequest) => {
    const ids = params as { client_id: string; service_account_id: string }
    assertCanAdminister(caller, ids.client_id)
    // From the event store alone: a revocation must work without PostgreSQL.
    const { state } = await auth.execute.load(serviceAccounts, ids.client_id)
    if (!state.has(ids.service_account_id)) throw new Rejection('NOT_FOUND')
  }

  api.post(
    '/admin/clients/:client_id/service-accounts',
    {
      config: { ...config, errors: ['NOT_FOUND', 'CONFLICT'] },
      preValidation: assertClientExists,
      schema: {
        ...described,
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
    },
    async (request, reply) => {
      const { client_id } = request.params
      const context = contextOf(request, auth.now())
      const { service_account_id, secret } = await createServiceAccount(auth, context, client_id, request.body)
      const account = await getServiceAccount(auth, { client_id, service_account_id })
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .send({ ...account, secret })
    },
  )

  api.get(
    '/admin/clients/:client_id/service-accounts',
    {
      config,
      preValidation: assertClientExists,
      schema: {
        ...described,
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
        querystring: ListServiceAccountsQuery,
        response: { 200: ListServiceAccountsResponse },
      },
    },
    async ({ params, query }) => ({ data: await listServiceAccounts(auth, { ...params, ...query }) }),
  )

  api.get(
    '/admin/clients/:client_id/service-accounts/:service_account_id',
    {
      config,
      preValidation: assertAccountExists,
      schema: {
        ...described,
        operationId: 'getServiceAccount',
        summary: 'One service account',
        description:
          'The current state, without the secret. 404 NOT_FOUND: the account does not exist, or its client is not yours to administer.',
        params: ServiceAccountParams,
        response: { 200: ServiceAccountResponse.describe('The service account.') },
      },
    },
    async request => getServiceAccount(auth, request.params),
  )

  api.delete(
    '/admin/clients/:client_id/service-accounts/:service_account_id',
    {
      config,
      preValidation: assertAccountExists,
      schema: {
        ...described,
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
    },
    async request => {
      await revokeServiceAccount(auth, contextOf(request, auth.now()), request.params)
      return getServiceAccount(auth, request.params)
    },
  )
}
