import * as assert from 'uvu/assert'
import { verifyReadModel } from '#projector/verify.ts'
import { readModels } from '../../harness/every-module.ts'
import type { TestService } from '../../harness/service.ts'

/** That read models, those of alerts unless said, built anew are what they are. */
export async function areAsRebuilt({ service }: TestService, names = ['alerts', 'alert_refunds']): Promise<void> {
  for (const name of names) {
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
