import type { ComponentChildren } from 'preact'
import { can, user } from '../api.ts'
import { type PageSection, showSection } from '../ui/section-pages.tsx'
import { AlertPage } from './alert-page.tsx'
import { AlertsPage } from './alerts-page.tsx'
import { AddEntryPage } from './lists/add-entry-page.tsx'
import { ListsPage } from './lists/lists-page.tsx'
import { ModelPage } from './models/model-page.tsx'
import { ModelsPage } from './models/models-page.tsx'
import { PolicyPage } from './policy/policy-page.tsx'

const SECTIONS: readonly PageSection[] = [
  {
    path: 'alerts',
    title: 'Alerts',
    show: ([id]) => (id === undefined ? <AlertsPage /> : <AlertPage key={id} id={id} />),
  },
  {
    path: 'lists',
    title: 'Lists',
    show: ([page]) => (page === undefined ? <ListsPage /> : page === 'new' && mayChange() ? <AddEntryPage /> : null),
  },
  {
    path: 'policy',
    title: 'Policy',
    show: ([page]) => (page === undefined ? <PolicyPage /> : null),
  },
  {
    path: 'models',
    title: 'Models',
    // All clients share the models.
    isOpen: () => mayChange() && user.value?.is_platform === true,
    show: ([version]) => (version === undefined ? <ModelsPage /> : <ModelPage key={version} version={version} />),
  },
]

const mayChange = () => can('fraud:admin')

/** What the address below `fraud` shows; null: there is no such page, or the role does not open it. */
export function showFraudPage(rest: readonly string[]): ComponentChildren {
  return showSection({ label: 'Fraud', path: 'fraud', sections: SECTIONS }, rest)
}
