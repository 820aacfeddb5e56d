import * as assert from 'uvu/assert'
import { verifyReadModel } from '#projector/verify.ts'
import { readModels } from '../../harness/every-module.ts'
import type { TestService } from '../../harness/service.ts'

/** That the read models of alerts, built anew, are what they are. */
export async function areAsRebuilt({ service }: TestService): Promise<void> {
  for (const name of ['alerts', 'alert_refunds']) {
    const outcome = await verifyReadModel(
      service,
      readModels.find(model => model.name === name)!,
      AbortSignal.timeout(30_000),
    )
    if (outcome === 'taken') throw new Error('another one is comparing')
    assert.equal(
      outcome.tables.map(({ table, differing }) => [table, differing]),
      [[name, 0]],
    )
  }
}
