import type { ComponentChildren } from 'preact'
import { SubPages } from './sub-pages.tsx'

/** A part of a place of the menu. */
export type PageSection = {
  /** The part of the address after that of the place. */
  path: string
  title: string
  /** Without it, every user who sees the place sees the section. */
  isOpen?(): boolean
  /** Null: there is no such page. */
  show(rest: readonly string[]): ComponentChildren
}

type Place = { label: string; path: string; sections: readonly PageSection[] }

/**
 * What the address below a place shows: its first section where it names none. Null: there is no such page, or the role
 * does not open it.
 */
export function showSection({ label, path: place, sections }: Place, rest: readonly string[]): ComponentChildren {
  const open = sections.filter(({ isOpen }) => isOpen?.() ?? true)
  const [name = open[0]?.path, ...below] = rest
  const page = open.find(({ path }) => path === name)?.show(below) ?? null
  if (page === null) return null
  return (
    <>
      <SubPages
        label={label}
        of={open.map(({ path, title }, at) => [at === 0 ? place : `${place}/${path}`, title] as const)}
      />
      {page}
    </>
  )
}
