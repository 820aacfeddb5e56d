import type { ComponentChildren } from 'preact'
import { can, user } from '../api.ts'
import { SubPages } from '../ui/sub-pages.tsx'
import { AlertPage } from './alert-page.tsx'
import { AlertsPage } from './alerts-page.tsx'
import { AddEntryPage } from './lists/add-entry-page.tsx'
import { ListsPage } from './lists/lists-page.tsx'
import { ModelPage } from './models/model-page.tsx'
import { ModelsPage } from './models/models-page.tsx'
import { PolicyPage } from './policy/policy-page.tsx'

type Section = {
  /** The first part of the address below `fraud`; the queue of alerts has none. */
  path: string
  title: string
  isOpen(): boolean
  /** Null: there is no such page. */
  show(rest: readonly string[]): ComponentChildren
}

const SECTIONS: readonly Section[] = [
  {
    path: 'alerts',
    title: 'Alerts',
    isOpen: () => true,
    show: ([id]) => (id === undefined ? <AlertsPage /> : <AlertPage key={id} id={id} />),
  },
  {
    path: 'lists',
    title: 'Lists',
    isOpen: () => true,
    show: ([page]) => (page === undefined ? <ListsPage /> : page === 'new' && mayChange() ? <AddEntryPage /> : null),
  },
  {
    path: 'policy',
    title: 'Policy',
    isOpen: () => true,
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
export function showFraudPage([first = 'alerts', ...rest]: readonly string[]): ComponentChildren {
  const open = SECTIONS.filter(section => section.isOpen())
  const current = open.find(({ path }) => path === first)
  const page = current?.show(rest) ?? null
  if (page === null) return null
  return (
    <>
      <SubPages
        label="Fraud"
        of={open.map(({ path, title }) => [path === 'alerts' ? 'fraud' : `fraud/${path}`, title] as const)}
      />
      {page}
    </>
  )
}
