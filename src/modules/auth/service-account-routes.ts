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

/** Logins of machines: administrators make, see and revoke those of their own client, the platform's those of any. */
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
    // Of the log alone: what is to be revoked is found without PostgreSQL, too.
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
        summary: 'Give a machine a login of its own',
        description: [
          'Makes a service account, which is active at once. It logs in at `POST /api/auth/login` with `email` and, as `password`,',
          '`secret`; its tokens carry exactly the chosen scopes, are refreshed as those of users, and say `service_account` as',
          'role. The secret is in this answer alone: store it now; who lost it makes another account and revokes this one, which',
          'is also how a secret is replaced. 60 logins a minute are let in (then AUTH_004); wrong secrets lock nothing.',
          '',
          '- 400 INVALID_REQUEST: mend the field that `details` names.',
          '- 403 AUTH_003: with `details.scopes`, these are not yours to give: leave them out. With `details.required_scope`, ask an administrator.',
          '- 404 NOT_FOUND: there is no such client, or it is not yours to administer.',
          `- 409 CONFLICT: the client has ${LIVE_SERVICE_ACCOUNTS_MAX} accounts that are active: revoke one first.`,
          '- 503 SERVICE_UNAVAILABLE: it may have been made all the same: look at the list, and revoke the one whose secret you never saw.',
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
          'What machines of the client log in with, revoked and expired ones too; never a secret. The list follows a change within a',
          'moment; `GET …/{service_account_id}` is of this moment.',
          '',
          '- 400 INVALID_REQUEST: mend the parameter that `details` names.',
          '- 404 NOT_FOUND: there is no such client, or it is not yours to administer.',
          '- 503 SERVICE_UNAVAILABLE: the list is being built: ask again after `Retry-After` seconds.',
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
          'As it stands now, without its secret. 404 NOT_FOUND: there is none of this id, or its client is not yours to administer.',
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
          'It logs in no more and refreshes nothing from this moment on, and its access tokens are refused within 5 seconds. For good;',
          'revoking it again changes nothing and answers the same.',
          '',
          '- 404 NOT_FOUND: there is none of this id, or its client is not yours to administer.',
          '- 503 SERVICE_UNAVAILABLE: it may or may not have been revoked: repeat it.',
        ].join('\n'),
        params: ServiceAccountParams,
        response: { 200: ServiceAccountResponse.describe('The service account, which is revoked.') },
      },
    },
    async request => {
      await revokeServiceAccount(auth, contextOf(request, auth.now()), request.params)
      return getServiceAccount(auth, request.params)
    },
  )
}
