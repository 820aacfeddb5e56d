import type { LabelledScores } from './metrics.ts'

/** The card and the day of each row, by number. */
export type Cards = LabelledScores & { cards: Int32Array; days: Int32Array }

/**
 * Card precision@k: the share of frauds among the k cards with the highest score of a day, on average over days. A
 * detected card is left out on later days. Ties are in the order of the first payment of the day.
 * @returns a function of how often each card counts; once by default.
 */
export function cardPrecision(scored: Cards, k: number): (counts?: Float64Array) => number {
  const days = byDay(scored)
  return counts => {
    const found = new Set<number>()
    let sum = 0
    for (const ranking of days) {
      let [left, hits] = [k, 0]
      const today: number[] = []
      for (const { card, isCompromised } of ranking) {
        if (left <= 0) break
        if (found.has(card)) continue
        const taken = Math.min(left, counts?.[card] ?? 1)
        left -= taken
        if (!isCompromised || taken === 0) continue
        hits += taken
        today.push(card)
      }
      for (const card of today) found.add(card)
      sum += hits / k
    }
    return sum / days.length
  }
}

function byDay({ labels, scores, cards, days }: Cards) {
  const rowsByDay = [...Map.groupBy(labels.keys(), row => days[row]!)].sort(([a], [b]) => a - b)
  return rowsByDay.map(([, rows]) =>
    [...Map.groupBy(rows, row => cards[row]!)]
      .map(([card, own]) => ({
        card,
        score: Math.max(...own.map(row => scores[row]!)),
        isCompromised: own.some(row => labels[row] === 1),
      }))
      .sort((a, b) => b.score - a.score),
  )
}
