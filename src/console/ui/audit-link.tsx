import { type ConsoleRoute, formatRoute, isPrivateText } from '../routing/route.ts'

type Props = { text: string; path?: readonly string[]; query?: ConsoleRoute['query'] }

/** An id that leads into the audit. The browser keeps its history, so an id that is private leads nowhere. */
export function AuditLink({ text, path = [], query = {} }: Props) {
  if ([text, ...path].some(isPrivateText)) return <>{text}</>
  return <a href={formatRoute({ path: ['audit', ...path], query })}>{text}</a>
}
