import type { DeliveryLimits } from '#delivery/limits.ts'
import type { Lane } from './lane.ts'

/**
 * The places of slow lanes, and who has them. Where any number of endpoints hang, those of one client or of many, an endpoint of which nothing is known
 * yet would wait for the time-outs of all of them. So the last places are kept for clients that have none, and each gets one.
 */
export function createSlowPlaces(limits: DeliveryLimits) {
  let taken = 0
  const byClient = new Map<string, number>()

  return {
    /** How many more the lane may take. Whose it is, is not known before its endpoint was read, by the next poll at the latest. */
    freeFor({ endpoint }: Lane): number {
      if (taken < limits.slowSharedMax) return limits.slowSharedMax - taken
      return endpoint !== null && taken < limits.slowInFlightMax && !byClient.has(endpoint.client_id) ? 1 : 0
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
  }
}
