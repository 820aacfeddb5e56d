import type { Lane } from './lane.ts'

/**
 * Places that lanes share, and who has them. Where any number of endpoints hang, those of one client or of many, all others would wait for the
 * time-outs of them. So the last places are kept for clients that have none, and each gets one.
 *
 * @param max how many there are; `shared`: of those, for whoever comes first.
 */
export function createPlaces({ max, shared }: { max: number; shared: number }) {
  let taken = 0
  const byClient = new Map<string, number>()

  return {
    /** How many more the lane may take. As long as nobody knows whose it is, it gets none of those that are kept. */
    freeFor({ endpoint }: Lane): number {
      if (taken < shared) return shared - taken
      return endpoint !== null && taken < max && !byClient.has(endpoint.client_id) ? 1 : 0
    },
    /** Answers with what gives the places back. */
    take({ endpoint }: Lane, places: number): () => void {
      const client = endpoint?.client_id
      const add = (more: number) => {
        taken += more
        if (client === undefined) return
        const now = (byClient.get(client) ?? 0) + more
        if (now > 0) byClient.set(client, now)
        else byClient.delete(client)
      }
      add(places)
      return () => add(-places)
    },
    taken: () => taken,
  }
}
