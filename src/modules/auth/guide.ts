import {
  platformRoleScopes,
  ROLE_NAMES,
  type RoleName,
  roleDescriptions,
  roleScopes,
  type Scope,
} from '#domain/auth/roles.ts'
import { SESSION_LIFETIME_S } from '#domain/auth/sessions/events.ts'
import { ADDRESS_PLAN, type Plan } from '#edge/rate-limits/plans.ts'
import { markdownTable, type Section } from '#http/openapi/document-parts.ts'
import { REFRESH_PLAN, TIER_PLANS } from '#services/auth/client-plan.ts'
import { ACCOUNT_FAILURES_MAX, WINDOW_S } from '#services/auth/login-throttle.ts'
import { PASSWORD_LENGTH_MIN } from '#services/auth/passwords.ts'
import { ACCESS_TOKEN_LIFETIME_S } from '#services/auth/tokens.ts'

const numbers = new Intl.NumberFormat('en')
const formatLimits = ({ windows }: Plan) =>
  windows.map(({ limit, name }) => `${numbers.format(limit)} a ${name}`).join(', ')

const authentication: Section = {
  title: 'Authentication and roles',
  text: `\`POST /api/auth/login\` returns two tokens. Send the access token with every request as \`Authorization: Bearer …\`; it is
valid for ${ACCESS_TOKEN_LIFETIME_S / 60} minutes. The refresh token is valid for ${SESSION_LIFETIME_S / 86_400} days, and only for \`POST /api/auth/refresh\`, which returns another
access token; the refresh token stays the same. \`POST /api/auth/logout\` ends both. A change of password ends all
sessions, keys and linked logins of its user.

Log in once and keep the token until it expires: after ${ACCOUNT_FAILURES_MAX} wrong passwords within ${WINDOW_S / 60} minutes an account is locked for a
while (AUTH_004), and a session may be refreshed ${formatLimits(REFRESH_PLAN)}. Access tokens are JWTs signed with ES256; their
keys are published at \`/.well-known/jwks.json\`.

Every user belongs to a client, an organisation that integrates the API. Refunds, transactions and endpoints of other
clients are not visible to it. The scopes of the role define what a user may do; each operation names the scope that it
needs, and the roles if it is limited to some. Passwords have at least ${PASSWORD_LENGTH_MIN} characters.

A machine logs in as a service account: an administrator creates one at \`POST /admin/clients/{client_id}/service-accounts\`
with individual scopes. It logs in like a user, with the account's \`email\` and its secret as the password. Failed
attempts of others never lock it. Its role is \`service_account\`.

${markdownTable(
  ['Role', 'Description', 'Scopes'],
  ROLE_NAMES.map(role => [`\`${role}\``, capitalise(roleDescriptions[role]), formatScopes(role)]),
)}`,
}

const rateLimits: Section = {
  title: 'Rate limits',
  text: `Requests are counted per client, over all its users and machines, in fixed UTC windows. The client's tier sets the limits,
unless other limits were agreed. At the edge of a window up to twice the limit can pass in a short time.

${markdownTable(
  ['Tier', 'Requests'],
  Object.entries(TIER_PLANS).map(([tier, plan]) => [tier, formatLimits(plan)]),
)}

Requests without a valid token are counted per address: ${formatLimits(ADDRESS_PLAN)}. Probes, published keys and requests above
a limit are not counted.

Responses describe the window with the fewest requests left in \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and
\`X-RateLimit-Reset\` (Unix seconds), and in the format of the IETF draft in \`RateLimit\` and \`RateLimit-Policy\`. A request
above the limit gets 429 \`RATE_LIMIT_EXCEEDED\`; \`Retry-After\` is the number of seconds until the window ends.`,
}

function capitalise(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function formatScopes(role: RoleName): string {
  const code = (scopes: readonly Scope[]) => scopes.map(scope => `\`${scope}\``).join(' ')
  const platformScopes = platformRoleScopes[role]
  return platformScopes === undefined
    ? code(roleScopes[role])
    : `${code(roleScopes[role])}; in the client that runs the service also ${code(platformScopes)}`
}

export const authGuide = (): Section[] => [authentication, rateLimits]
