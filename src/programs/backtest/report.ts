import { BASE_CURRENCY } from '#domain/fraud/base-currency.ts'
import { RECOMMENDATIONS } from '#domain/fraud/levels.ts'
import { markdownTable } from '#terminal/markdown-table.ts'
import { formatCount } from '#terminal/progress.ts'
import { toMajor } from '#values/money.ts'
import type { ComparedDecision } from './replay.ts'

type Side = 'live' | 'candidate'

/** A Markdown table of both sides. A rate without rows is a dash. */
export function reportOf(compared: readonly ComparedDecision[], frauds: ReadonlySet<string>): string {
  const known = compared.filter(({ key }) => frauds.has(key))
  const rowsOf = (side: Side) => {
    const alerts = compared.filter(one => one[side].is_alert)
    const caught = known.filter(one => one[side].is_alert)
    const missed = known.filter(one => !one[side].is_alert)
    const recommended = RECOMMENDATIONS.map(word => [
      word,
      formatCount(compared.filter(one => one[side].recommendation === word).length),
    ])
    return [
      ['alerts', formatCount(alerts.length)],
      ['of them known frauds', formatCount(caught.length)],
      ['precision', rate(caught.length, alerts.length)],
      ['recall', rate(caught.length, known.length)],
      [`amount of alerts, ${BASE_CURRENCY}`, amountOf(alerts)],
      [`amount of frauds alerted, ${BASE_CURRENCY}`, amountOf(caught)],
      [`amount of frauds missed, ${BASE_CURRENCY}`, amountOf(missed)],
      ...recommended,
    ] as [string, string][]
  }
  const [live, candidate] = [rowsOf('live'), rowsOf('candidate')]
  const table = markdownTable(
    ['', 'live', 'candidate'],
    live.map(([what, value], at) => [what, value, candidate[at]![1]]),
  )
  return `${table}\n\n${alertsOfOneSide(compared, frauds, 'candidate', 'live')}\n${alertsOfOneSide(compared, frauds, 'live', 'candidate')}`
}

function alertsOfOneSide(
  compared: readonly ComparedDecision[],
  frauds: ReadonlySet<string>,
  one: Side,
  other: Side,
): string {
  const alone = compared.filter(each => each[one].is_alert && !each[other].is_alert)
  const caught = alone.filter(({ key }) => frauds.has(key))
  return `alerts of ${one} alone: ${formatCount(alone.length)}, known frauds among them: ${formatCount(caught.length)}`
}

function rate(part: number, whole: number): string {
  return whole === 0 ? '-' : (part / whole).toFixed(4)
}

function amountOf(compared: readonly ComparedDecision[]): string {
  const minor = compared.reduce((sum, { base_minor }) => sum + base_minor, 0)
  return toMajor(minor, BASE_CURRENCY).toFixed(2)
}
