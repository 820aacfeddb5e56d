import { API_URL } from '../session/page-session.ts'
import { Copyable } from './copyable.tsx'

/** The record as the API returns it, and the command that reads it. The token is left out. */
export function RecordSource({ record, path }: { record: unknown; path: string }) {
  return (
    <details class="source">
      <summary>JSON and curl</summary>
      <Copyable
        name="the curl command"
        text={`curl -H "Authorization: Bearer $TOKEN" '${new URL(path.slice(1), API_URL).href}'`}
      />
      <pre>{JSON.stringify(record, null, 2)}</pre>
    </details>
  )
}
