import type { FormDraft } from '../../drafts.ts'
import { OPERATION_TYPES, POLICY_LEVELS, POLICY_RECOMMENDATIONS, type PolicyValues } from './policy-settings.ts'

/** A policy as the texts of its form. */
export function policyTexts({ alert_thresholds, recommendations, escalation_threshold }: PolicyValues): FormDraft {
  const { default: general, by_operation, by_category } = alert_thresholds
  return {
    default: String(general ?? ''),
    escalation: String(escalation_threshold ?? ''),
    ...Object.fromEntries(OPERATION_TYPES.map(type => [`operation ${type}`, String(by_operation[type] ?? '')])),
    ...Object.fromEntries(POLICY_LEVELS.map(level => [`level ${level}`, recommendations[level] ?? ''])),
    categories: Object.entries(by_category)
      .map(([category, value]) => `${category} ${value}`)
      .join('\n'),
  }
}

/** The policy that the texts mean. Throws an error in words: a number that is none would set the default. */
export function policyOf(texts: FormDraft): PolicyValues {
  const thresholds = OPERATION_TYPES.flatMap(type => {
    const value = thresholdOf(`Alert of a ${type} from`, texts[`operation ${type}`])
    return value === null ? [] : [[type, value] as const]
  })
  return {
    alert_thresholds: {
      default: thresholdOf('Alert from the score', texts.default),
      by_operation: Object.fromEntries(thresholds),
      by_category: Object.fromEntries(categoriesOf(texts.categories ?? '')),
    },
    escalation_threshold: thresholdOf('Escalation from', texts.escalation),
    recommendations: Object.fromEntries(
      POLICY_LEVELS.flatMap(level => {
        const chosen = POLICY_RECOMMENDATIONS.find(one => one === texts[`level ${level}`])
        return chosen === undefined ? [] : [[level, chosen] as const]
      }),
    ),
  }
}

function thresholdOf(name: string, text = ''): number | null {
  const digits = text.trim()
  if (digits === '') return null
  const number = /^[\d.e-]+$/.test(digits) ? Number(digits) : Number.NaN
  if (!(number >= 0 && number <= 1)) throw new Error(`${name}: "${digits}" is not a number from 0 to 1, such as 0.75.`)
  return number
}

/** One a line: the category, which may contain spaces, and its threshold. */
function categoriesOf(text: string): [category: string, threshold: number][] {
  const lines = text.split('\n').filter(line => line.trim() !== '')
  const entries = lines.map((line): [string, number] => {
    const [, category, digits] = /^(.*\S.*)\s(\S+)$/.exec(line.trimEnd()) ?? []
    const threshold = thresholdOf(`Merchant categories, "${line}"`, digits ?? '-')
    return [category!, threshold!]
  })
  const twice = entries.find(([category], at) => entries.findIndex(([one]) => one === category) !== at)
  if (twice !== undefined) throw new Error(`Merchant categories: "${twice[0]}" is there twice.`)
  return entries
}
