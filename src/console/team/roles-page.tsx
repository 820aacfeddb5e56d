import { user } from '../api.ts'
import { type Column, RecordTable } from '../ui/record-table.tsx'
import { PLATFORM_SCOPES, ROLE_DESCRIPTIONS, ROLE_SCOPES, ROLES, type UserRole } from './roles.ts'

export function RolesPage() {
  const isPlatform = user.value?.is_platform ?? false
  const scopesOf = (role: UserRole) => [...ROLE_SCOPES[role], ...(isPlatform ? (PLATFORM_SCOPES[role] ?? []) : [])]
  const columns: readonly Column<UserRole>[] = [
    { title: 'Role', cell: role => <strong>{role}</strong> },
    { title: 'For', cell: role => ROLE_DESCRIPTIONS[role] },
    { title: 'Scopes', cell: role => scopesOf(role).join(', ') },
  ]
  return (
    <>
      <h1>Roles</h1>
      <p>
        A role is a set of scopes. Each operation of the API names the scope that it needs. A changed role applies with
        the next token, within the hour.
      </p>
      <RecordTable label="Roles and their scopes" rows={ROLES} columns={columns} idOf={role => role} />
    </>
  )
}
