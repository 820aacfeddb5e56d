import { setTimeout as delay } from 'node:timers/promises'

/** Fetches a page a number of times, ten times a second; prints a line for each. */
const EVERY_MS = 100
const ANSWER_MS_MAX = 2_000
const [url = '', times = '1'] = process.argv.slice(2)
for (let n = 1; n <= Number(times); n += 1) {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS_MAX) })
    console.log(`${n} ${answer.status} ${await answer.text()}`)
  } catch (error) {
    console.log(`${n} none: ${error instanceof Error ? error.message : error}`)
  }
  if (n < Number(times)) await delay(EVERY_MS)
}
// An open connection would hold the process for another ten seconds.
process.exit()
