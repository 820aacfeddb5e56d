import type { LabelledScores } from './metrics.ts'

/** The card and the day of each row, by number. */
export type Cards = LabelledScores & { cards: Int32Array; days: Int32Array }

type Day = { cards: Int32Array; compromised: Uint8Array }

/**
 * Card precision@k: the share of frauds among the k cards with the highest score of a day, on average over days. A
 * detected card is left out on later days. Ties are in the order of the first payment of the day.
 *
 * @returns a function of how often each card counts; once by default.
 */
export function cardPrecision(scored: Cards, k: number): (counts?: Float64Array) => number {
  const days = byDay(scored)
  return counts => {
    const found = new Set<number>()
    let sum = 0
    for (const { cards, compromised } of days) {
      let [left, hits] = [k, 0]
      const today: number[] = []
      for (let at = 0; at < cards.length && left > 0; at += 1) {
        const card = cards[at]!
        if (found.has(card)) continue
        const taken = Math.min(left, counts?.[card] ?? 1)
        left -= taken
        if (compromised[at] === 0 || taken === 0) continue
        hits += taken
        today.push(card)
      }
      for (const card of today) found.add(card)
      sum += hits / k
    }
    return sum / days.length
  }
}

function byDay({ labels, scores, cards, days }: Cards): Day[] {
  const perDay = new Map<number, Map<number, { score: number; compromised: number }>>()
  for (let row = 0; row < labels.length; row += 1) {
    const day = perDay.get(days[row]!) ?? new Map<number, { score: number; compromised: number }>()
    perDay.set(days[row]!, day)
    const { score, compromised } = day.get(cards[row]!) ?? { score: Number.NEGATIVE_INFINITY, compromised: 0 }
    day.set(cards[row]!, { score: Math.max(score, scores[row]!), compromised: Math.max(compromised, labels[row]!) })
  }
  return [...perDay]
    .sort(([a], [b]) => a - b)
    .map(([, of]) => {
      const sorted = [...of].sort(([, a], [, b]) => b.score - a.score)
      return {
        cards: Int32Array.from(sorted, ([card]) => card),
        compromised: Uint8Array.from(sorted, ([, { compromised }]) => compromised),
      }
    })
}
