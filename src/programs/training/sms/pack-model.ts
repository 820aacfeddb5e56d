import { FEATURES_VERSION } from '#domain/sms/model/features.ts'
import { URL_GRAMS } from '#domain/sms/model/grams.ts'
import { knownWordsOf } from '#domain/sms/model/known-words.ts'
import { linearOnnx } from '#ml/linear/onnx.ts'
import { quantise } from '#ml/linear/quantise.ts'
import type { Ensemble } from '#ml/trees/ensemble.ts'
import { toOnnx } from '#ml/trees/onnx.ts'
import type { Sample } from './message.ts'
import type { Calibration, Stack } from './stack.ts'
import type { UrlModel } from './url-model.ts'

/** By file name. */
export function packModel(stack: Stack, urlModel: UrlModel | null, samples: readonly Sample[], version: string) {
  const { smishing, promotion, ham } = stack.linear
  const known = Buffer.from(knownWordsOf(samples.map(({ parsed }) => parsed.words))).toString('base64')
  return {
    'text.onnx': linearOnnx([smishing, promotion, ham], { version, known_words: known }),
    'addresses.onnx': linearOnnx([urlModel ?? UNINFORMED], { version }),
    'trees.onnx': toOnnx(withCalibration(stack.trees, stack.calibration), {
      ...{ version, features_version: String(FEATURES_VERSION), threshold: String(stack.threshold) },
    }),
  }
}

/** Gives every URL a half. */
const UNINFORMED = quantise({ weights: new Float64Array(URL_GRAMS), bias: 0 })

/** Trees whose sum is the calibrated log-odds. */
export function withCalibration({ features, bias, trees }: Ensemble, { slope, shift }: Calibration): Ensemble {
  return {
    features,
    bias: Math.fround(bias * slope + shift),
    trees: trees.map(tree => ({ ...tree, value: tree.value.map(value => Math.fround(value * slope)) })),
  }
}
