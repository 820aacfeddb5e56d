/** A group of operations in the reference. Lower orders come first: what an integrator needs first. */
export type Tag = { name: string; order: number; 'x-displayName': string; description: string }

const OPERATIONS: Tag = {
  name: 'operations',
  order: 1000,
  'x-displayName': 'Operations',
  description:
    'For load balancers, orchestrators and verifiers of tokens. None of these operations needs a token or counts as a request.',
}

/** The used tags in their order; those that no module describes come last. */
export function tagsOf(used: Iterable<string>, declared: readonly Tag[]): Partial<Tag>[] {
  const names = new Set(used)
  const listed = [...declared, OPERATIONS].filter(({ name }) => names.delete(name)).sort((a, b) => a.order - b.order)
  return [...listed.map(({ order: _, ...tag }) => tag), ...[...names].sort().map(name => ({ name }))]
}
