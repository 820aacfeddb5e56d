import * as assert from 'uvu/assert'
import { type Client, logIn } from '../harness/client.ts'
import { ADMIN, startTestService } from '../harness/service.ts'
import { suite } from '../harness/suite.ts'

/** Every operation that needs a token, asked by nobody, by a caller of each role and by an administrator. */
const test = suite('scopes of every operation')
const service = await startTestService()
test.after(() => service.end())
const { admin } = service

/** Source: the design's facts-auth.md, B.5, and decisions.md; of scopes whose operations exist. */
const SCOPES_OF: Record<string, string[]> = {
  consumer: ['sms:analyze', 'vpn:use', 'notify:register', 'notify:read'],
  integrator: [
    'refund:read',
    'refund:write',
    'transaction:read',
    'transaction:write',
    'fraud:score',
    'sms:analyze',
    'vpn:use',
    'vpn:use:any',
    'notify:register',
    'notify:send',
    'notify:read',
    'detection:read',
    'detection:write',
    'events:read',
    'webhooks:manage',
  ],
  operator: [
    'refund:read',
    'refund:write',
    'transaction:read',
    'transaction:write',
    'fraud:score',
    'sms:analyze',
    'vpn:use',
    'vpn:use:any',
    'notify:register',
    'notify:send',
    'notify:read',
    'detection:read',
    'detection:write',
    'events:read',
    'webhooks:manage',
    'refund:void',
    'refund:reconcile',
    'fraud:review',
  ],
  auditor: ['refund:read', 'notify:read', 'detection:read', 'events:read', 'audit:read'],
}

type Operation = {
  security: unknown[]
  requestBody?: object
  'x-required-scope'?: string
  'x-required-roles'?: string[]
  'x-platform-only'?: boolean
}
const { body: document } = await admin.get('/openapi.json')
const operations = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(([path, of]) =>
  Object.entries(of).map(([method, operation]) => ({ method: method.toUpperCase(), path, ...operation })),
)
const guarded = operations.filter(({ security }) => security.length > 0)
/** Of ids that are none: whoever may ask is told so, or what is wrong with the body. */
const ask = (caller: Client, { method, path, requestBody }: (typeof operations)[number]) =>
  caller.send(method, path.replace(/\{\w+\}/g, 'none'), requestBody === undefined ? undefined : {})

const PUBLIC = [
  ...['/.well-known/jwks.json', '/health/live', '/health/ready', '/api/auth/login', '/api/auth/refresh'],
  ...['/api/auth/logout', '/api/auth/nonce', '/api/auth/social-login', '/api/auth/biometric-login'],
  '/api/auth/biometric/challenge',
]

/** Of either shape. */
async function refused(by: Parameters<typeof ask>[0], operation: Parameters<typeof ask>[1]) {
  const { status, body } = await ask(by, operation)
  return { status, code: body.error_code ?? body.error?.code, details: body.details ?? body.error?.details }
}

test('only logins, probes and published keys need no token', async () => {
  const open = operations.filter(operation => !guarded.includes(operation)).map(({ path }) => path)
  assert.equal(open.sort(), PUBLIC.sort())
  for (const operation of guarded) {
    const { status, code } = await refused(admin.as(null), operation)
    assert.equal([status, code], [401, 'AUTH_001'], `${operation.method} ${operation.path}`)
  }
})

for (const [role, scopes] of Object.entries(SCOPES_OF))
  test(`${role}: what is theirs and nothing else`, async () => {
    const email = `${role}@bank.example`
    await admin.post('/admin/users', { email, role, password: ADMIN.password })
    const caller = await logIn(service.url, email, ADMIN.password)
    for (const operation of guarded) {
      const scope = operation['x-required-scope']
      const { status, code, details } = await refused(caller, operation)
      const what = `${operation.method} ${operation.path} (${scope}): ${status}`
      const roles = operation['x-required-roles']
      if (scope !== undefined && !scopes.includes(scope))
        assert.equal([status, code, details], [403, 'AUTH_003', { required_scope: scope }], what)
      else if (roles !== undefined && !roles.includes(role))
        assert.equal([status, code, details], [403, 'AUTH_003', { required_roles: roles }], what)
      else assert.not.equal(code, 'AUTH_003', what)
    }
  })

test('a service account: what was chosen for it and nothing else, whatever its maker may', async () => {
  const { body: me } = await admin.get('/api/auth/me')
  const scopes = ['refund:write', 'audit:read']
  const { body } = await admin.post(`/admin/clients/${me.client_id}/service-accounts`, { name: 'worker', scopes })
  const caller = await logIn(service.url, body.email, body.secret)
  for (const operation of guarded) {
    const scope = operation['x-required-scope']
    const { status, code, details } = await refused(caller, operation)
    const what = `${operation.method} ${operation.path} (${scope}): ${status}`
    if (scope !== undefined && !scopes.includes(scope))
      assert.equal([status, code, details], [403, 'AUTH_003', { required_scope: scope }], what)
    else if (scope === undefined && `${operation.method} ${operation.path}` !== 'GET /api/auth/me')
      assert.equal([status, details], [403, { reason: 'only users may do this' }], what)
    else assert.is.not(status, 403, what)
  }
})

/**
 * What a client's users are notified of is chosen by an integrator or an administrator. How the service is set up, and
 * the names of colleagues, are for all users but consumers.
 */
const ROLES_OF: Record<string, { scope: string | undefined; roles: string[] }> = {
  'GET /notifications/preferences': { scope: 'notify:read', roles: ['integrator', 'admin'] },
  'PUT /notifications/preferences': { scope: 'notify:read', roles: ['integrator', 'admin'] },
  'GET /settings': { scope: undefined, roles: ['operator', 'admin', 'auditor', 'integrator'] },
  'GET /users/names': { scope: undefined, roles: ['operator', 'admin', 'auditor', 'integrator'] },
}

test('some operations are of some roles only, and of no machine, whatever its scopes', async () => {
  const named = guarded.filter(operation => operation['x-required-roles'] !== undefined)
  assert.equal(
    Object.fromEntries(
      named.map(({ method, path, 'x-required-scope': scope, 'x-required-roles': roles }) => [
        `${method} ${path}`,
        { scope, roles },
      ]),
    ),
    ROLES_OF,
  )
  const { body: me } = await admin.get('/api/auth/me')
  const scopes = [...new Set(Object.values(ROLES_OF).flatMap(({ scope }) => scope ?? []))]
  const { body } = await admin.post(`/admin/clients/${me.client_id}/service-accounts`, { name: 'reader', scopes })
  const caller = await logIn(service.url, body.email, body.secret)
  for (const operation of named) {
    const { status, code, details } = await refused(caller, operation)
    const roles = operation['x-required-roles']
    const what = `${operation.method} ${operation.path}: ${status}`
    const needed =
      operation['x-required-scope'] === undefined ? { reason: 'only users may do this' } : { required_roles: roles }
    assert.equal([status, code, details], [403, 'AUTH_003', needed], what)
  }
})

test('an administrator may ask everything but what agents ask', async () => {
  for (const operation of guarded.filter(({ 'x-required-scope': scope }) => scope !== 'vpn:agent'))
    assert.is.not((await ask(admin, operation)).status, 403, `${operation.method} ${operation.path}`)
})

/** Clients, models and servers are of the whole installation. */
const PLATFORM_ONLY = [
  ...['POST /admin/clients', 'GET /admin/clients', 'PATCH /admin/clients/{client_id}', 'GET /admin/status'],
  ...['POST /admin/vpn/servers', 'PATCH /admin/vpn/servers/{id}', 'POST /admin/vpn/servers/{id}/agents'],
  ...['GET /fraud/models', 'POST /fraud/models/{version}/promote', 'POST /fraud/models/{version}/shadow'],
  'POST /fraud/models/{version}/retire',
]

test('an administrator of another client may ask everything but what is of the platform', async () => {
  const marked = guarded.filter(operation => operation['x-platform-only'])
  assert.equal(marked.map(({ method, path }) => `${method} ${path}`).sort(), PLATFORM_ONLY.toSorted())
  const bank = await service.newClient()
  for (const operation of guarded.filter(({ 'x-required-scope': scope }) => scope !== 'vpn:agent')) {
    const { status, code, details } = await refused(bank, operation)
    const what = `${operation.method} ${operation.path}: ${status}`
    if (operation['x-platform-only'])
      assert.equal(
        [status, code, details],
        [403, 'AUTH_003', { reason: 'only administrators of the platform may do this' }],
        what,
      )
    else assert.is.not(status, 403, what)
  }
})

test.run()
