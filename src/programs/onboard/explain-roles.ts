import {
  platformRoleScopes,
  ROLE_NAMES,
  roleDescriptions,
  roleScopes,
  SERVICE_ACCOUNT_SCOPES,
} from '#domain/auth/roles.ts'
import { wrapText } from './text-layout.ts'

const INDENT = 2

export function explainRoles(): string {
  const scopes = (of: readonly string[]) => wrapText(of.join(' '), 2 * INDENT)
  const roles = ROLE_NAMES.map(role => {
    const besides = platformRoleScopes[role]
    const ofPlatform = besides === undefined ? [] : [`(in the platform's client also: ${besides.join(' ')})`]
    const own = scopes([...roleScopes[role], ...ofPlatform])
    return `${' '.repeat(INDENT)}${role}: ${roleDescriptions[role]}\n${' '.repeat(2 * INDENT)}${own}\n`
  })
  return [
    'Roles of users, with the scopes of their tokens:\n\n',
    roles.join('\n'),
    '\nA service account has no role: its scopes are chosen one by one, of those that its maker has, from:\n\n',
    `${' '.repeat(2 * INDENT)}${scopes(SERVICE_ACCOUNT_SCOPES)}\n`,
  ].join('')
}
