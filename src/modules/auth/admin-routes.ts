import type { FastifyRequest } from 'fastify'
import { changeClient } from '#commands/auth/change-client.ts'
import { changeUser } from '#commands/auth/change-user.ts'
import { registerClient } from '#commands/auth/register-client.ts'
import { registerUser } from '#commands/auth/register-user.ts'
import { assertCanAdminister, assertPlatformCaller } from '#domain/auth/platform.ts'
import type { UserView as User } from '#domain/auth/users/record.ts'
import { type Api, contextOf } from '#http/api.ts'
import { userIdOf } from '#privacy/user-id.ts'
import { getClient } from '#queries/auth/get-client.ts'
import { findUser, getUser } from '#queries/auth/get-user.ts'
import { listClients } from '#queries/auth/list-clients.ts'
import { listUsers } from '#queries/auth/list-users.ts'
import type { Auth } from '#services/auth/auth.ts'
import {
  ChangeClientBody,
  ChangeUserBody,
  ClientParams,
  ClientResponse,
  ListClientsQuery,
  ListClientsResponse,
  ListUsersQuery,
  ListUsersResponse,
  RegisterClientBody,
  RegisterUserBody,
  UserParams,
  UserResponse,
} from './admin-schemas.ts'

/** Administrators of the platform manage everything, those of another client its own users. */
export function adminRoutes(api: Api, auth: Auth): void {
  const described = { tags: ['admin'] }
  const config = { scope: 'users:admin' } as const
  const assertPlatform = async ({ caller }: FastifyRequest) => assertPlatformCaller(caller)
  const assertClientExists = async ({ caller, params }: FastifyRequest) => {
    const { client_id } = params as { client_id: string }
    assertCanAdminister(caller, client_id)
    await getClient(auth, client_id)
  }
  const assertUserExists = async ({ caller, params }: FastifyRequest) => {
    const { client_id } = await getUser(auth, (params as { user_id: string }).user_id)
    assertCanAdminister(caller, client_id)
  }

  api.post(
    '/admin/clients',
    {
      config: { ...config, errors: ['CONFLICT'] },
      preValidation: assertPlatform,
      schema: {
        ...described,
        operationId: 'registerClient',
        summary: 'Onboard a client',
        description:
          "Registers a client, an organisation that integrates the API; register its users next. Only administrators of the platform's own client may do this, others get AUTH_003.",
        body: RegisterClientBody,
        response: { 201: ClientResponse },
      },
    },
    async (request, reply) => {
      const client_id = await registerClient(auth, contextOf(request, auth.now()), request.body)
      return reply.code(201).send(await getClient(auth, client_id))
    },
  )

  api.get(
    '/admin/clients',
    {
      config,
      preValidation: assertPlatform,
      schema: {
        ...described,
        operationId: 'listClients',
        summary: 'Clients, the oldest first',
        description:
          "Lists clients page by page, the oldest first; the last id of a page is the `after` of the next one. Only administrators of the platform's own client may do this, others get AUTH_003. New clients appear within a second.",
        querystring: ListClientsQuery,
        response: { 200: ListClientsResponse },
      },
    },
    async request => ({ data: await listClients(auth.db, request.query) }),
  )

  api.get(
    '/admin/clients/:client_id',
    {
      config: { ...config, errors: ['NOT_FOUND'] },
      preValidation: assertClientExists,
      schema: {
        ...described,
        operationId: 'getClient',
        summary: 'One client',
        description:
          'Reads the current state of a client. NOT_FOUND means that it does not exist or is not visible to the caller.',
        params: ClientParams,
        response: { 200: ClientResponse },
      },
    },
    async request => getClient(auth, request.params.client_id),
  )

  api.patch(
    '/admin/clients/:client_id',
    {
      config: { ...config, errors: ['NOT_FOUND', 'CONFLICT'] },
      preValidation: [assertClientExists, assertPlatform],
      schema: {
        ...described,
        operationId: 'changeClient',
        summary: 'Change the terms of a client, or suspend it',
        description:
          "Changes the fields in the body and leaves the rest. A disabled client is suspended: its users cannot log in, their tokens stop working, and nothing is sent to its endpoints until it is active again. `status: disabled` takes three seconds; then no process begins a request to its endpoints any more, and a running one ends. New rate limits apply immediately. Only administrators of the platform's own client may do this, others get AUTH_003.",
        params: ClientParams,
        body: ChangeClientBody,
        response: { 200: ClientResponse },
      },
    },
    async request => {
      const { client_id } = request.params
      await changeClient(auth, contextOf(request, auth.now()), client_id, request.body)
      return getClient(auth, client_id)
    },
  )

  api.post(
    '/admin/users',
    {
      config: { ...config, errors: ['NOT_FOUND', 'CONFLICT'] },
      schema: {
        ...described,
        operationId: 'registerUser',
        summary: 'Create a user',
        description:
          'Registers a user of a client, who can log in immediately. CONFLICT means that the address has an account, NOT_FOUND that the client does not exist or that the caller cannot manage it.',
        body: RegisterUserBody,
        response: { 201: UserResponse },
      },
    },
    async (request, reply) => {
      const { client_id = request.caller.client_id, email, role, password = null } = request.body
      assertCanAdminister(request.caller, client_id)
      const user = { client_id, email, role, password }
      const user_id = await registerUser(auth, contextOf(request, auth.now()), user)
      return reply.code(201).send(await getUser(auth, user_id))
    },
  )

  api.get(
    '/admin/users',
    {
      config: { ...config, errors: ['NOT_FOUND'] },
      schema: {
        ...described,
        operationId: 'listUsers',
        summary: 'Users of a client',
        description:
          'Lists the users of a client page by page; the last id of a page is the `after` of the next one. With `email` it finds the one user with that address. New users appear in the list within a second, and with `email` immediately.',
        querystring: ListUsersQuery,
        response: { 200: ListUsersResponse },
      },
    },
    async request => {
      const { email, client_id = request.caller.client_id, ...page } = request.query
      assertCanAdminister(request.caller, client_id)
      return {
        data: email === undefined ? await listUsers(auth, { client_id, ...page }) : await findByEmail(client_id, email),
      }
    },
  )

  /** By address the user's stream is read, so the response is current. */
  async function findByEmail(client_id: string, email: string): Promise<User[]> {
    const user = await findUser(auth, userIdOf(auth.vault, email))
    return user?.client_id === client_id ? [user] : []
  }

  api.get(
    '/admin/users/:user_id',
    {
      config: { ...config, errors: ['NOT_FOUND'] },
      preValidation: assertUserExists,
      schema: {
        ...described,
        operationId: 'getUser',
        summary: 'One user',
        description:
          'Reads the current state of a user. NOT_FOUND means that the user does not exist or is not visible to the caller.',
        params: UserParams,
        response: { 200: UserResponse },
      },
    },
    async request => getUser(auth, request.params.user_id),
  )

  api.patch(
    '/admin/users/:user_id',
    {
      config: { ...config, errors: ['NOT_FOUND', 'CONFLICT'] },
      preValidation: assertUserExists,
      schema: {
        ...described,
        operationId: 'changeUser',
        summary: 'Change role, status or password of a user, or end their sessions',
        description:
          'Changes the fields in the body and leaves the rest. A new password ends every session, key and linked login of the user and unlocks the account; disabling ends the sessions. A token keeps the scopes of its role until it expires, within the hour. NOT_FOUND means that the user does not exist or that the caller cannot manage it. CONFLICT means that the user is restricted because their erasure was requested, or was erased: register the address again in that case.',
        params: UserParams,
        body: ChangeUserBody,
        response: { 200: UserResponse },
      },
    },
    async request => {
      const { user_id } = request.params
      await changeUser(auth, contextOf(request, auth.now()), user_id, request.body)
      return getUser(auth, user_id)
    },
  )
}
