import type { ComponentChildren } from 'preact'
import { user } from '../api.ts'
import { type PageSection, showSection } from '../ui/section-pages.tsx'
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

const SECTIONS: readonly PageSection[] = [
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
  {
    path: 'clients',
    title: 'Clients',
    // For administrators of the platform.
    isOpen: () => user.value?.is_platform === true,
    show: ([id]) =>
      id === undefined ? <ClientsPage /> : id === 'new' ? <CreateClientPage /> : <ClientPage key={id} id={id} />,
  },
]

/** What the address below `team` shows; null: there is no such page, or the user does not open it. */
export function showTeamPage(rest: readonly string[]): ComponentChildren {
  return showSection({ label: 'Pages of the team', path: 'team', sections: SECTIONS }, rest)
}
