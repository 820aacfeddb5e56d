import { type ConsoleRoute, formatRoute } from '../routing/route.ts'

type Props = { text: string; path?: readonly string[]; query?: ConsoleRoute['query'] }

/** An id that leads into the audit. The browser keeps its history, so an id that is an e-mail address leads nowhere. */
export function AuditLink({ text, path = [], query = {} }: Props) {
  if ([text, ...path].some(part => part.includes('@'))) return <>{text}</>
  return <a href={formatRoute({ path: ['audit', ...path], query })}>{text}</a>
}
