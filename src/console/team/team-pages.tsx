import type { ComponentChildren } from 'preact'
import { user } from '../api.ts'
import { SubPages } from '../ui/sub-pages.tsx'
import { ClientPage } from './client-page.tsx'
import { ClientsPage } from './clients-page.tsx'
import { CreateClientPage } from './create-client-page.tsx'
import { CreateServiceAccountPage } from './create-service-account-page.tsx'
import { CreateUserPage } from './create-user-page.tsx'
import { RolesPage } from './roles-page.tsx'
import { ServiceAccountPage } from './service-account-page.tsx'
import { ServiceAccountsPage } from './service-accounts-page.tsx'
import { UserPage } from './user-page.tsx'
import { UsersPage } from './users-page.tsx'

type Section = { path: string; title: string; show(rest: readonly string[]): ComponentChildren }

const SECTIONS: readonly Section[] = [
  {
    path: 'users',
    title: 'Users',
    show: ([id]) =>
      id === undefined ? <UsersPage /> : id === 'new' ? <CreateUserPage /> : <UserPage key={id} id={id} />,
  },
  { path: 'roles', title: 'Roles', show: () => <RolesPage /> },
  {
    path: 'service-accounts',
    title: 'Service accounts',
    show: ([client, id]) =>
      client === undefined ? (
        <ServiceAccountsPage />
      ) : client === 'new' ? (
        <CreateServiceAccountPage />
      ) : id === undefined ? null : (
        <ServiceAccountPage key={id} client={client} id={id} />
      ),
  },
]

/** For administrators of the platform. */
const CLIENTS: Section = {
  path: 'clients',
  title: 'Clients',
  show: ([id]) =>
    id === undefined ? <ClientsPage /> : id === 'new' ? <CreateClientPage /> : <ClientPage key={id} id={id} />,
}

export function TeamPages({ rest: [first = 'users', ...rest] }: { rest: readonly string[] }) {
  const sections = user.value?.is_platform ? [...SECTIONS, CLIENTS] : SECTIONS
  const section = sections.find(({ path }) => path === first)
  if (section === undefined) return <p>This page does not exist, or your role does not open it.</p>
  return (
    <>
      <SubPages label="Pages of the team" of={sections.map(({ path, title }) => [`team/${path}`, title] as const)} />
      {section.show(rest)}
    </>
  )
}
