import { z } from 'zod'
import { changeModel, changeModelErrors, type ModelRegistry } from '#commands/fraud/change-model.ts'
import {
  MODEL_ACTIONS,
  MODEL_STATUSES,
  type ModelAction,
  type ModelName,
  models,
  statusOf,
} from '#domain/fraud/models/decider.ts'
import { INSTALLATION } from '#domain/fraud/models/events.ts'
import { type Api, contextOf } from '#http/api.ts'
import { DAYS_SHOWN, DRIFT_ALARM, listScoreDays, type ScoreDay } from '#queries/fraud/list-score-days.ts'
import type { Service } from '#service.ts'
import type { ModelFileSummary } from '#services/fraud/model-files.ts'
import { prose } from '#values/prose.ts'
import { plainText } from '#values/text.ts'

type Registry = Omit<ModelRegistry, 'files' | 'shipped'> & {
  files(): Promise<ModelFileSummary[]>
  shipped(): Promise<ModelFileSummary>
}

const FEATURES_SHOWN_MAX = 10
const DECIMALS = 4

const drift = z
  .number()
  .describe(
    prose(
      `Population stability index against the training data: up to 0.1 is stable, from ${DRIFT_ALARM} on the data`,
      'has changed.',
    ),
  )

const ModelDayResponse = z.object({
  day: z.string().describe('Day (UTC) on which the scores were recorded; the newest day is incomplete.'),
  role: z.enum(['live', 'shadow']).describe('Whether the model was live or in the shadow.'),
  scores: z.int().describe('Transactions that the model scored.'),
  alerts: z.int().describe('How many of them are alerts, or would be for a shadow model.'),
  differing: z.int().describe('In the shadow: scores whose alert decision differs from the live model’s.'),
  drift: z
    .object({
      score: drift,
      features: z
        .array(z.object({ name: z.string().describe('Name of the feature.'), drift }))
        .describe(`The ${FEATURES_SHOWN_MAX} most drifted features; empty in the shadow, whose inputs are the same.`),
    })
    .nullable()
    .describe('Drift of the day; null if the model has no data on its training.'),
})

const FraudModelResponse = z
  .object({
    version: z.string().describe('`v<major>.<minor>.<patch>`, as in scores.'),
    sha256: z.string().describe("SHA-256 of the model's file, hex."),
    status: z
      .enum(MODEL_STATUSES)
      .describe(
        'The scores of a `live` model are returned, those of a `shadow` model only recorded; others do not score.',
      ),
    is_shipped: z
      .boolean()
      .describe('Whether it is part of the release; such a model is live until another is promoted.'),
    is_held: z
      .boolean()
      .describe('Whether the responding process has its file; a live model without a file cannot score.'),
    days: z.array(ModelDayResponse).describe(`Scores of the last ${DAYS_SHOWN} days, newest first.`),
  })
  .meta({ id: 'FraudModel', description: 'A model of the installation; all clients share it.' })

const tags = ['fraud']
const config = { scope: 'fraud:admin', isPlatformOnly: true } as const

const ACTIONS = {
  promote: {
    operationId: 'promoteFraudModel',
    summary: 'Promote a model',
    description: prose(
      'Makes a model the live one: at once in the responding process, within two seconds in others. The previous',
      'model becomes available. CONFLICT: the model is retired (put it in the shadow first), its file cannot score,',
      'or its file differs from the known one of this version.',
    ),
  },
  shadow: {
    operationId: 'shadowFraudModel',
    summary: 'Put a model in the shadow',
    description: prose(
      'Lets a model score in the shadow of the live one and replaces the present shadow model. Its scores are',
      'recorded and never returned. CONFLICT: the model is live, its file cannot score, or its file differs from the',
      'known one of this version.',
    ),
  },
  retire: {
    operationId: 'retireFraudModel',
    summary: 'Retire a model',
    description: prose(
      'Takes a model out of the shadow and protects it from being promoted by mistake. CONFLICT: the model is live;',
      'promote another first.',
    ),
  },
} as const

const listFraudModelsOperation = {
  config,
  schema: {
    tags,
    operationId: 'listFraudModels',
    summary: 'List models and their results',
    description: prose(
      "Lists the models of the responding process: the release's model, those in the folder FRAUD_MODELS, and live",
      'or shadow models without a file there.',
    ),
    response: { 200: z.object({ data: z.array(FraudModelResponse).describe('All models.') }).describe('The models.') },
  },
} as const

const changeOperation = (action: ModelAction) =>
  ({
    config: { ...config, errors: changeModelErrors },
    schema: {
      tags,
      ...ACTIONS[action],
      params: z.object({ version: plainText(32).describe('Version of the model.') }),
      response: { 200: FraudModelResponse.describe('The model after the change.') },
    },
  }) as const

/** Not in the spec. */
export function modelRoutes(api: Api, service: Service & { models: Registry }): void {
  const listModels = async () => {
    const [files, shipped, { state }] = await Promise.all([
      service.models.files(),
      service.models.shipped(),
      service.execute.load(models, INSTALLATION),
    ])
    const isHeld = (model: ModelName | null) => files.some(({ sha256 }) => sha256 === model?.sha256)
    const missing = [state.live, state.shadow].filter(model => model !== null).filter(model => !isHeld(model))
    const present = files.filter(({ version }) => missing.every(model => model.version !== version))
    const days = await listScoreDays(service, files, service.now())
    return [...present, ...missing].map(({ version, sha256 }) => ({
      ...{ version, sha256, status: statusOf(state, version, shipped) },
      is_shipped: sha256 === shipped.sha256,
      is_held: isHeld({ version, sha256 }),
      days: (days.get(version) ?? []).map(dayRecord),
    }))
  }

  api.get('/fraud/models', listFraudModelsOperation, async () => ({ data: await listModels() }))

  for (const action of MODEL_ACTIONS)
    api.post(`/fraud/models/:version/${action}`, changeOperation(action), async request => {
      const { version } = request.params
      await changeModel(service, contextOf(request, service.now()), { action, version })
      return (await listModels()).find(model => model.version === version)!
    })
}

function dayRecord({ drift, is_over: _, ...day }: ScoreDay) {
  const rounded = (number: number) => Number(number.toFixed(DECIMALS))
  return {
    ...day,
    drift: drift && {
      score: rounded(drift.score),
      features: drift.features.slice(0, FEATURES_SHOWN_MAX).map(({ name, drift }) => ({ name, drift: rounded(drift) })),
    },
  }
}
