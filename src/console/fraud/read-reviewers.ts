import { api } from '../api.ts'
import type { Reviewer } from './reviewers.ts'

/** Beyond these the service takes any id. */
const PAGES_MAX = 10
const PAGE_SIZE = 100

/** Those who may review alerts. */
export async function readReviewers(signal: AbortSignal): Promise<Reviewer[]> {
  const reviewers: Reviewer[] = []
  let after: string | undefined
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const query = {
      scope: 'fraud:review' as const,
      limit: String(PAGE_SIZE),
      ...(after === undefined ? {} : { after }),
    }
    const { data } = await api.listUserNames({ query }, { signal })
    reviewers.push(...data)
    after = data.at(-1)?.user_id
    if (data.length < PAGE_SIZE) break
  }
  return reviewers
}
