import pMap from 'p-map'
import { isPersonRestricted } from '#privacy/access-status.ts'
import type { Service } from '#service.ts'

const CONCURRENCY = 32

/** The read model hides transactions from before a restriction, this those recorded after it. */
export async function withoutRestricted<Row extends { user_id: string }>(
  { execute }: Pick<Service, 'execute'>,
  client_id: string,
  page: readonly Row[],
): Promise<Row[]> {
  const users = [...new Set(page.map(({ user_id }) => user_id))]
  const isRestricted = (user_id: string) => isPersonRestricted({ execute }, { client_id, user_id })
  const are = await pMap(users, isRestricted, { concurrency: CONCURRENCY })
  const restricted = new Set(users.filter((_, at) => are[at]))
  return page.filter(({ user_id }) => !restricted.has(user_id))
}
