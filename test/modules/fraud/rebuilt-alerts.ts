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
    // Its counters stand behind it.
    assert.is(outcome.tables[0]?.table, name)
    for (const { table, differing } of outcome.tables) assert.equal([table, differing], [table, 0])
  }
}
