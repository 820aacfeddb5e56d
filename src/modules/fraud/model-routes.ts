import { z } from 'zod'
import { changeModel } from '#commands/fraud/change-model.ts'
import { assertPlatformCaller } from '#domain/auth/platform.ts'
import { MODEL_ACTIONS, MODEL_STATUSES, type ModelName, models, statusOf } from '#domain/fraud/models/decider.ts'
import { INSTALLATION } from '#domain/fraud/models/events.ts'
import { type Api, contextOf } from '#http/api.ts'
import { DAYS_SHOWN, DRIFT_ALARM, listScoreDays, type ScoreDay } from '#queries/fraud/list-score-days.ts'
import type { Service } from '#service.ts'
import type { ModelFileSummary } from '#services/fraud/model-files.ts'
import { plainText } from '#values/text.ts'

type Registry = {
  files(): Promise<ModelFileSummary[]>
  shipped(): Promise<ModelFileSummary>
  look(): Promise<void>
  assertUsable(named: Pick<ModelFileSummary, 'version' | 'sha256'>): Promise<void>
}

/** Per day, the most drifted first. */
const FEATURES_SHOWN_MAX = 10
const DECIMALS = 4

const drift = z
  .number()
  .describe(
    `Population stability index against training: up to 0.1 is stable, from ${DRIFT_ALARM} on something has changed.`,
  )

const ModelDayResponse = z.object({
  day: z.string().describe('The day, UTC, by when scores were recorded; the newest is not over.'),
  role: z.enum(['live', 'shadow']).describe('Whether it was answered, or scored beside the one that was.'),
  scores: z.int().describe('Transactions that it scored.'),
  alerts: z.int().describe('How many of them are alerts, or would be.'),
  differing: z.int().describe('In the shadow: how many would be an alert and are none, or the other way round.'),
  drift: z
    .object({
      score: drift,
      features: z
        .array(z.object({ name: z.string().describe('The feature.'), drift }))
        .describe(
          `The ${FEATURES_SHOWN_MAX} features that have changed most; none in the shadow, which sees the same.`,
        ),
    })
    .nullable()
    .describe('How far the day is from training; null where the model does not say what it was trained on.'),
})

const FraudModelResponse = z
  .object({
    version: z.string().describe('`v<major>.<minor>.<patch>`, as scores name it.'),
    sha256: z.string().describe("Of the model's file, hex."),
    status: z
      .enum(MODEL_STATUSES)
      .describe('Whether it scores (live), or beside the live one and unheard (shadow); the others do nothing.'),
    is_shipped: z.boolean().describe('Whether the release brings it; it is live until another one is promoted.'),
    is_held: z
      .boolean()
      .describe('Whether the process that answers has its file; a live model without one scores nothing.'),
    days: z.array(ModelDayResponse).describe(`What it scored on the last ${DAYS_SHOWN} days, the newest first.`),
  })
  .meta({ id: 'FraudModel', description: 'A model of the installation, which scores for every client or could.' })

const described = { tags: ['fraud'] }
const config = { scope: 'fraud:admin' } as const
const PLATFORM_ONLY = "Only administrators of the platform's own client may do this, others get AUTH_003."

const ACTIONS = {
  promote: {
    operationId: 'promoteFraudModel',
    summary: 'Let a model score',
    description: `Makes a model the one that scores: in the process that was asked at once, in others within a second or two. The one before becomes available. CONFLICT for one that was retired, which is looked at in the shadow first, and for a file that can't score or is not the one that stands under this version. ${PLATFORM_ONLY}`,
  },
  shadow: {
    operationId: 'shadowFraudModel',
    summary: 'Let a model score unheard',
    description: `Lets a model score beside the live one, in place of another in the shadow. What it says is recorded and never answered. CONFLICT for the live one, and for a file that can't score or is not the one that stands under this version. ${PLATFORM_ONLY}`,
  },
  retire: {
    operationId: 'retireFraudModel',
    summary: 'Take a model out of use',
    description: `Takes a model out of the shadow, and keeps it from being promoted by mistake. CONFLICT for the live one: promote another first. ${PLATFORM_ONLY}`,
  },
} as const

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

  api.get(
    '/fraud/models',
    {
      config,
      schema: {
        ...described,
        operationId: 'listFraudModels',
        summary: 'Models and how they do',
        description: `Lists the models that the process has which answers: the one that the release brings, those in the folder that FRAUD_MODELS names, and what is live or in the shadow without a file there. ${PLATFORM_ONLY}`,
        response: {
          200: z.object({ data: z.array(FraudModelResponse).describe('All of them.') }).describe('The models.'),
        },
      },
    },
    async ({ caller }) => {
      assertPlatformCaller(caller)
      return { data: await listModels() }
    },
  )

  for (const action of MODEL_ACTIONS)
    api.post(
      `/fraud/models/:version/${action}`,
      {
        config: { ...config, errors: ['NOT_FOUND', 'CONFLICT'] },
        schema: {
          ...described,
          ...ACTIONS[action],
          params: z.object({ version: plainText(32).describe('Of the model.') }),
          response: { 200: FraudModelResponse.describe('The model as it stands now.') },
        },
      },
      async request => {
        assertPlatformCaller(request.caller)
        const { version } = request.params
        await changeModel(service, contextOf(request, service.now()), action, version)
        return (await listModels()).find(model => model.version === version)!
      },
    )
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
