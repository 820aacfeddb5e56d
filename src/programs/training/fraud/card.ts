import { join } from 'node:path'
import { BASE_CURRENCY, RATES_OF } from '#domain/fraud/base-currency.ts'
import { COLUMNS_VERSION, FEATURES } from '#domain/fraud/features.ts'
import type { BoostOptions } from '#ml/trees/boost.ts'
import { fillTemplate } from '#terminal/fill-template.ts'
import { markdownTable } from '#terminal/markdown-table.ts'
import { COMPARED, SERVED } from './fit.ts'
import { type FoldResult, handbookText } from './handbook-report.ts'
import type { ProductEvaluation } from './product.ts'
import { productText } from './product-report.ts'

export type FraudModelCard = {
  version: string
  /** SHA-256 of the ONNX file. */
  model: string
  /** SHA-256 by name. */
  data: Readonly<Record<string, string>>
  product: ProductEvaluation
  /** Null without its data. */
  handbook: readonly FoldResult[] | null
}

/** Markdown. */
export function cardOf({ version, model, data, product, handbook }: FraudModelCard): string {
  const handbookPart =
    handbook === null ? 'Its files were not there when this card was made.' : `${HANDBOOK}\n\n${handbookText(handbook)}`
  const features = Object.entries(FEATURES).map(([name, { group, monotone }]) => [
    name,
    group,
    { 1: '+', [-1]: '−', 0: '' }[monotone ?? 0],
  ])
  return fillTemplate(join(import.meta.dirname, 'card-template.md'), {
    ...{ version, model, base_currency: BASE_CURRENCY, rates_of: RATES_OF, columns_version: COLUMNS_VERSION },
    data: Object.entries(data)
      .map(([name, hash]) => `| ${name} | \`${hash}\` | ${describe(name)} |`)
      .join('\n'),
    ...{ served: settingsText(SERVED), compared: settingsText(COMPARED) },
    compared_monotone: Object.keys(COMPARED.monotone ?? {}).join(', '),
    ...{ simulator: productText(product), handbook: handbookPart },
    features: markdownTable(['feature', 'group', ''], features),
  })
}

const HANDBOOK = `Simulated card transactions with a published table (Le Borgne, Siblini, Lebichot, Bontempi: Reproducible Machine Learning for Credit Card Fraud\nDetection, 2022). Intervals: 95 %, bootstrap by customer.`

function settingsText({ trees, depth, learningRate, lambda, childWeightMin }: BoostOptions): string {
  return `${trees} trees of depth ${depth}, learning rate ${learningRate}, λ ${lambda}, at least ${childWeightMin} of p(1 − p) on each side of a split`
}

function describe(name: string): string {
  return name.startsWith('handbook')
    ? 'simulated card transactions, Fraud-Detection-Handbook/simulated-data-raw | none stated'
    : 'simulated transactions with every field of a request | ours'
}
