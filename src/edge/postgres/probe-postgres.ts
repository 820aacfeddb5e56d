import { Client } from 'pg'
import { PROBE_MS_MAX, type Unreachable, unreachableOf } from '#edge/unreachable.ts'

const REFUSALS: Record<string, (client: Client) => string> = {
  '28P01': ({ user }) => `it refuses the password of user ${user}`,
  28000: ({ user }) => `it does not let user ${user} in from here`,
  '3D000': ({ database }) => `it has no database ${database}`,
}

/** `merge` within `with`. */
const OLDEST = 17

/** `version`: as the server has it, such as `18.4 (Debian 18.4-1)`. */
export function refuseVersion(version: string): Unreachable | undefined {
  if (Number.parseInt(version, 10) >= OLDEST) return undefined
  return { reason: `it is PostgreSQL ${version}, and ${OLDEST} is the oldest that works`, isLasting: true }
}

export async function probePostgres(url: string): Promise<Unreachable | undefined> {
  let client: Client
  try {
    const limits = { connectionTimeoutMillis: PROBE_MS_MAX, query_timeout: PROBE_MS_MAX }
    client = new Client({ connectionString: url, ...limits })
  } catch (error) {
    // A certificate file of the address is missing.
    return { reason: error instanceof Error ? error.message : String(error), isLasting: true }
  }
  // Later errors concern a connection that is not needed any more.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query('show server_version')
    return refuseVersion(String(rows[0].server_version))
  } catch (error) {
    const refusal = error instanceof Error && 'code' in error ? REFUSALS[String(error.code)] : undefined
    return refusal === undefined ? unreachableOf(error) : { reason: refusal(client), isLasting: true }
  } finally {
    void client.end().catch(() => undefined)
  }
}
