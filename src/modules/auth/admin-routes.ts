import type { FastifyRequest } from 'fastify'
import { ChangeClientBody, changeClient, changeClientErrors } from '#commands/auth/change-client.ts'
import { ChangeUserBody, changeUser, changeUserErrors } from '#commands/auth/change-user.ts'
import { RegisterClientBody, registerClient, registerClientErrors } from '#commands/auth/register-client.ts'
import { RegisterUserBody, registerUser, registerUserErrors } from '#commands/auth/register-user.ts'
import { assertCanAdminister } from '#domain/auth/platform.ts'
import { type Api, contextOf } from '#http/api.ts'
import { userIdOf } from '#privacy/user-id.ts'
import { getClient } from '#queries/auth/get-client.ts'
import { findUser, getUser } from '#queries/auth/get-user.ts'
import { ListClientsQuery, listClients } from '#queries/auth/list-clients.ts'
import { ListUsersQuery, listUsers } from '#queries/auth/list-users.ts'
import type { Auth } from '#services/auth/auth.ts'
import { prose } from '#values/prose.ts'
import { adminOperation, platformOperation } from './operation.ts'
import {
  ClientParams,
  ClientResponse,
  ListClientsResponse,
  ListUsersResponse,
  UserParams,
  UserResponse,
} from './schemas.ts'

const registerClientOperation = platformOperation(registerClientErrors, {
  operationId: 'registerClient',
  summary: 'Onboard a client',
  description: 'Registers a client, an organisation that integrates the API; register its users next.',
  body: RegisterClientBody,
  response: { 201: ClientResponse },
})

const listClientsOperation = platformOperation([], {
  operationId: 'listClients',
  summary: 'Clients, the oldest first',
  description: prose(
    'Lists clients page by page, the oldest first; the last id of a page is the `after` of the next one. New clients',
    'appear within a second.',
  ),
  querystring: ListClientsQuery,
  response: { 200: ListClientsResponse },
})

const getClientOperation = adminOperation(['NOT_FOUND'], {
  operationId: 'getClient',
  summary: 'One client',
  description:
    'Reads the current state of a client. NOT_FOUND means that it does not exist or is not visible to the caller.',
  params: ClientParams,
  response: { 200: ClientResponse },
})

const changeClientOperation = platformOperation(changeClientErrors, {
  operationId: 'changeClient',
  summary: 'Change the terms of a client, or suspend it',
  description: prose(
    'Changes the fields in the body and leaves the rest. A disabled client is suspended: its users cannot log in,',
    'their tokens stop working, and nothing is sent to its endpoints until it is active again. `status: disabled`',
    'takes three seconds; then no process begins a request to its endpoints any more, and a running one ends. New',
    'rate limits apply immediately.',
  ),
  params: ClientParams,
  body: ChangeClientBody,
  response: { 200: ClientResponse },
})

const registerUserOperation = adminOperation(registerUserErrors, {
  operationId: 'registerUser',
  summary: 'Create a user',
  description: prose(
    'Registers a user of a client, who can log in immediately. CONFLICT means that the address has an account,',
    'NOT_FOUND that the client does not exist or that the caller cannot manage it.',
  ),
  body: RegisterUserBody,
  response: { 201: UserResponse },
})

const listUsersOperation = adminOperation(['NOT_FOUND'], {
  operationId: 'listUsers',
  summary: 'Users of a client',
  description: prose(
    'Lists the users of a client page by page; the last id of a page is the `after` of the next one. With `email`',
    'it finds the one user with that address. New users appear in the list within a second, and with `email`',
    'immediately.',
  ),
  querystring: ListUsersQuery,
  response: { 200: ListUsersResponse },
})

const getUserOperation = adminOperation(['NOT_FOUND'], {
  operationId: 'getUser',
  summary: 'One user',
  description:
    'Reads the current state of a user. NOT_FOUND means that the user does not exist or is not visible to the caller.',
  params: UserParams,
  response: { 200: UserResponse },
})

const changeUserOperation = adminOperation(changeUserErrors, {
  operationId: 'changeUser',
  summary: 'Change role, status or password of a user, or end their sessions',
  description: prose(
    'Changes the fields in the body and leaves the rest. A new password ends every session, key and linked login',
    'of the user and unlocks the account; disabling ends the sessions. A token keeps the scopes of its role until',
    'it expires, within the hour. NOT_FOUND means that the user does not exist or that the caller cannot manage',
    'it. CONFLICT means that the user is restricted because their erasure was requested, or was erased: register',
    'the address again in that case.',
  ),
  params: UserParams,
  body: ChangeUserBody,
  response: { 200: UserResponse },
})

/** NOT_FOUND for an unknown or foreign client. */
export const assertClientVisible =
  (auth: Auth) =>
  async ({ caller, params }: FastifyRequest) => {
    const { client_id } = params as { client_id: string }
    assertCanAdminister(caller, client_id)
    await getClient(auth, client_id)
  }

/** NOT_FOUND for an unknown user, and for one of a foreign client. */
export const assertUserVisible =
  (auth: Auth) =>
  async ({ caller, params }: FastifyRequest) => {
    const { client_id } = await getUser(auth, (params as { user_id: string }).user_id)
    assertCanAdminister(caller, client_id)
  }

/** Administrators of the platform manage everything, those of another client its own users. */
export function adminRoutes(api: Api, auth: Auth): void {
  const context = (request: FastifyRequest) => contextOf(request, auth.now())
  const assertClient = assertClientVisible(auth)
  const assertUser = assertUserVisible(auth)

  api.post('/admin/clients', registerClientOperation, async (request, reply) => {
    const client_id = await registerClient(auth, context(request), request.body)
    return reply.code(201).send(await getClient(auth, client_id))
  })

  api.get('/admin/clients', listClientsOperation, async ({ query }) => ({
    data: await listClients(auth, query),
  }))

  api.get('/admin/clients/:client_id', { ...getClientOperation, preValidation: assertClient }, async ({ params }) =>
    getClient(auth, params.client_id),
  )

  const changeClientRoute = { ...changeClientOperation, preValidation: assertClient }
  api.patch('/admin/clients/:client_id', changeClientRoute, async request => {
    const { client_id } = request.params
    await changeClient(auth, context(request), { ...request.body, client_id })
    return getClient(auth, client_id)
  })

  api.post('/admin/users', registerUserOperation, async (request, reply) => {
    const { client_id = request.caller.client_id, ...body } = request.body
    const user_id = await registerUser(auth, context(request), { client_id, ...body })
    return reply.code(201).send(await getUser(auth, user_id))
  })

  api.get('/admin/users', listUsersOperation, async request => {
    const { email, client_id = request.caller.client_id, ...page } = request.query
    assertCanAdminister(request.caller, client_id)
    if (email === undefined) return { data: await listUsers(auth, { client_id, ...page }) }
    // By address the user's stream is read, so the response is current.
    const user = await findUser(auth, userIdOf(auth.vault, email))
    return { data: user?.client_id === client_id ? [user] : [] }
  })

  api.get('/admin/users/:user_id', { ...getUserOperation, preValidation: assertUser }, async ({ params }) =>
    getUser(auth, params.user_id),
  )

  api.patch('/admin/users/:user_id', { ...changeUserOperation, preValidation: assertUser }, async request => {
    const { user_id } = request.params
    await changeUser(auth, context(request), { ...request.body, user_id })
    return getUser(auth, user_id)
  })
}
