import type { ErrorAdvice } from '#http/openapi/error-advice.ts'
import type { Tag } from '#http/openapi/tags.ts'

/** Groups of operations in the reference. */
export const authTags: readonly Tag[] = [
  {
    name: 'auth',
    order: 110,
    'x-displayName': 'Authentication',
    description: 'Logging in and out, tokens, and the login methods of a user.',
  },
  {
    name: 'admin',
    order: 120,
    'x-displayName': 'Administration',
    description:
      "Clients, their users and their machines. Administrators of the platform's own client manage all clients, those of another client its users and machines.",
  },
]

export const authErrorAdvice: ErrorAdvice = {
  AUTH_001: 'Log in again; do not repeat the same credentials.',
  AUTH_002: 'Get a new access token with the refresh token, or log in again if the refresh token has expired.',
  AUTH_003:
    'Ask an administrator for a role with the scope in `details.required_scope`, or for one of `details.required_roles`; if there is a reason instead, the caller may not do this.',
  AUTH_004: 'Wait for the seconds in `Retry-After`; until then even the right password is refused.',
}
