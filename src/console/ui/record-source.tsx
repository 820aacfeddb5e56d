import { API_URL } from '../session/page-session.ts'
import { Copyable } from './copyable.tsx'
import { type CurlQuery, curlCommandFor } from './curl-command.ts'

type Props = { record: unknown; path: string; query?: CurlQuery }

/** The record as the API returns it, and the command that reads it. */
export function RecordSource({ record, path, query }: Props) {
  return (
    <details class="source">
      <summary>JSON and curl</summary>
      <Copyable name="the curl command" text={curlCommandFor(API_URL, path, query)} />
      <pre>{JSON.stringify(record, null, 2)}</pre>
    </details>
  )
}
