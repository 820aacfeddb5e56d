import type { Module } from '#module.ts'
import { fraudFigures } from '#projections/fraud/figures.ts'
import { figuresAround } from '#queries/fraud/figures-around.ts'
import { auditedLists, auditedPolicies, auditedProfiles } from './audited.ts'
import {
  createEntering,
  ENTERING_LAG_MS_MAX,
  ENTERING_QUEUE,
  enterOnTransactionRecorded,
} from './enter-on-transaction-recorded.ts'
import { fraudExamples } from './examples.ts'
import { MODEL_FILE } from './model.ts'
import { profilePersonal } from './personal.ts'
import { fraudRoutes } from './routes.ts'
import { createScoring } from './scoring.ts'
import { termsRoutes } from './terms-routes.ts'

export const fraud = fraudBy(MODEL_FILE)

/** The module with a model of its own; tests bring theirs. */
export function fraudBy(modelFile: string): Module {
  return {
    name: 'fraud',
    readModels: [fraudFigures],
    facts: [auditedProfiles, auditedLists, auditedPolicies],
    personal: [profilePersonal],
    reactions: () => [enterOnTransactionRecorded],
    examples: fraudExamples,
    start({ service, answering }) {
      const { scoring, prepare, health, close } = createScoring(service, modelFile)
      return {
        routes(api) {
          fraudRoutes(api, { ...answering, scoring, figures: of => figuresAround(answering, of) })
          termsRoutes(api, answering)
        },
        work: () => ({
          queues: [{ name: ENTERING_QUEUE, step: createEntering(service), lagMsMax: ENTERING_LAG_MS_MAX }],
          watches: [],
        }),
        prepare,
        health: () => ({ fraud_model: health() }),
        stop: close,
      }
    },
  }
}
