import type { Answer } from '../../client/types.ts'

export type Reviewer = Answer<'listUserNames'>['data'][number]

/** The text under which each may be chosen: the name, with the id where several have it. */
export function reviewerTexts(reviewers: readonly Reviewer[]): ReadonlyMap<string, string> {
  const byName = Map.groupBy(reviewers, ({ display_name, user_id }) => display_name ?? user_id)
  return new Map(
    [...byName].flatMap(([name, all]) =>
      all.map(({ user_id }): [string, string] => [user_id, all.length === 1 ? name : `${name} (${user_id})`]),
    ),
  )
}

/** The id of the one whose text it is, in any case of letters; else the text: the service takes any id. */
export function reviewerIdOf(text: string, texts: ReadonlyMap<string, string>): string {
  const wanted = text.trim().toLowerCase()
  const found = [...texts].find(([, one]) => one.toLowerCase() === wanted)
  return found?.[0] ?? text
}
