import { createClient, ServiceError } from '#client/index.ts'
import type { DemoService } from '../find-or-start-service.ts'
import { fillDetections } from './detections.ts'
import { fillEndpoints } from './endpoints.ts'
import { fillErasures } from './erasures.ts'
import type { FillPart } from './fill-part.ts'
import { fillMessages } from './messages.ts'
import { fillPushes } from './pushes.ts'
import { fillReconciliation } from './reconciliation.ts'
import { fillRefunds } from './refunds.ts'
import { fillScores } from './scores.ts'
import { fillTunnels } from './tunnels.ts'

/** The endpoint is first, so that it gets the events of the others; erasures are last, because they need records. */
const PARTS: readonly FillPart[] = [
  fillEndpoints,
  fillScores,
  fillRefunds,
  fillReconciliation,
  fillMessages,
  fillDetections,
  fillPushes,
  fillTunnels,
  fillErasures,
]

/**
 * Fills a sandbox with made-up records of every kind. A part that the service refuses is reported, and the others are
 * made. Returns whether all were.
 */
export async function fill({ url, login }: Pick<DemoService, 'url' | 'login'>, signal: AbortSignal): Promise<boolean> {
  const client = createClient({ url, login })
  const now = Date.now()
  let isWhole = true
  for (const part of PARTS)
    try {
      console.log(await part(client, `demo_${now}`, now, signal))
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      isWhole = false
      console.log(`refused: ${error.message}`)
    }
  console.log(`look at them: ${url}/console, or GET /fraud/alerts?sort=score`)
  return isWhole
}
