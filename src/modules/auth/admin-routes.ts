import type { FastifyRequest } from 'fastify'
import { ChangeClientBody, changeClient, changeClientErrors } from '#commands/auth/change-client.ts'
import { ChangeUserBody, changeUser, changeUserErrors } from '#commands/auth/change-user.ts'
import { RegisterClientBody, registerClient, registerClientErrors } from '#commands/auth/register-client.ts'
import { RegisterUserBody, registerUser, registerUserErrors } from '#commands/auth/register-user.ts'
import { assertCanAdminister, assertPlatformCaller } from '#domain/auth/platform.ts'
import { type Api, contextOf } from '#http/api.ts'
import { userIdOf } from '#privacy/user-id.ts'
import { getClient } from '#queries/auth/get-client.ts'
import { findUser, getUser } from '#queries/auth/get-user.ts'
import { ListClientsQuery, listClients } from '#queries/auth/list-clients.ts'
import { ListUsersQuery, listUsers } from '#queries/auth/list-users.ts'
import type { Auth } from '#services/auth/auth.ts'
import { adminOperation } from './operation.ts'
import {
  ClientParams,
  ClientResponse,
  ListClientsResponse,
  ListUsersResponse,
  UserParams,
  UserResponse,
} from './schemas.ts'

const registerClientOperation = adminOperation('registerClient', registerClientErrors, {
  body: RegisterClientBody,
  response: { 201: ClientResponse },
})

const listClientsOperation = adminOperation('listClients', [], {
  querystring: ListClientsQuery,
  response: { 200: ListClientsResponse },
})

const getClientOperation = adminOperation('getClient', ['NOT_FOUND'], {
  params: ClientParams,
  response: { 200: ClientResponse },
})

const changeClientOperation = adminOperation('changeClient', changeClientErrors, {
  params: ClientParams,
  body: ChangeClientBody,
  response: { 200: ClientResponse },
})

const registerUserOperation = adminOperation('registerUser', registerUserErrors, {
  body: RegisterUserBody,
  response: { 201: UserResponse },
})

const listUsersOperation = adminOperation('listUsers', ['NOT_FOUND'], {
  querystring: ListUsersQuery,
  response: { 200: ListUsersResponse },
})

const getUserOperation = adminOperation('getUser', ['NOT_FOUND'], {
  params: UserParams,
  response: { 200: UserResponse },
})

const changeUserOperation = adminOperation('changeUser', changeUserErrors, {
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

/** Administrators of the platform manage everything, those of another client its own users. */
export function adminRoutes(api: Api, auth: Auth): void {
  const context = (request: FastifyRequest) => contextOf(request, auth.now())
  const assertPlatform = async ({ caller }: FastifyRequest) => assertPlatformCaller(caller)
  const assertClient = assertClientVisible(auth)
  const assertUser = async ({ caller, params }: FastifyRequest) => {
    const { client_id } = await getUser(auth, (params as { user_id: string }).user_id)
    assertCanAdminister(caller, client_id)
  }

  api.post('/admin/clients', { ...registerClientOperation, preValidation: assertPlatform }, async (request, reply) => {
    const client_id = await registerClient(auth, context(request), request.body)
    return reply.code(201).send(await getClient(auth, client_id))
  })

  api.get('/admin/clients', { ...listClientsOperation, preValidation: assertPlatform }, async ({ query }) => ({
    data: await listClients(auth, query),
  }))

  api.get('/admin/clients/:client_id', { ...getClientOperation, preValidation: assertClient }, async ({ params }) =>
    getClient(auth, params.client_id),
  )

  const changeClientRoute = { ...changeClientOperation, preValidation: [assertClient, assertPlatform] }
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
