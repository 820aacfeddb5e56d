import { platformScopesOf, ROLE_NAMES, roleMeaning, SERVICE_ACCOUNT_SCOPES, scopesOf } from '#domain/auth/roles.ts'
import { wrapped } from './columns.ts'

const INDENT = 2

/** What users may be, and what a service account may be given. */
export function explainRoles(): string {
  const scopes = (of: readonly string[]) => wrapped(of.join(' '), 2 * INDENT)
  const roles = ROLE_NAMES.map(role => {
    const besides = platformScopesOf[role]
    const ofPlatform = besides === undefined ? [] : [`(in the platform's client also: ${besides.join(' ')})`]
    const own = scopes([...scopesOf[role], ...ofPlatform])
    return `${' '.repeat(INDENT)}${role}: ${roleMeaning[role]}\n${' '.repeat(2 * INDENT)}${own}\n`
  })
  return [
    'Roles of users, with the scopes of their tokens:\n\n',
    roles.join('\n'),
    '\nA service account has no role: its scopes are chosen one by one, of those that its maker has, from:\n\n',
    `${' '.repeat(2 * INDENT)}${scopes(SERVICE_ACCOUNT_SCOPES)}\n`,
  ].join('')
}
