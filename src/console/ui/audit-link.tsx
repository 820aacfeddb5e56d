import type { ComponentChildren } from 'preact'
import { type ConsoleRoute, formatRoute, isPrivateText } from '../routing/route.ts'

type Props = {
  text: string
  path?: readonly string[]
  query?: ConsoleRoute['query']
  /** Shown in place of the id. */
  children?: ComponentChildren
}

/** An id that leads into the audit. The browser keeps its history, so an id that is private leads nowhere. */
export function AuditLink({ text, path = [], query = {}, children = text }: Props) {
  if ([text, ...path].some(isPrivateText)) return <>{children}</>
  return <a href={formatRoute({ path: ['audit', ...path], query })}>{children}</a>
}
