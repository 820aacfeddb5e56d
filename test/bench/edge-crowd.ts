import { setTimeout as delay } from 'node:timers/promises'
import { PEOPLE, personOf } from './edge-crowd-people.ts'

/**
 * A crowd at the login door, in a process of its own so that it does not disturb who measures: so many people log in
 * over and over; who is told to come back later does, not all at the same moment.
 */
const [url = ''] = process.argv.slice(2)
let logged = 0
let sentAway = 0
let over = false

async function person(n: number): Promise<void> {
  await delay(Math.random() * 1_000)
  while (!over) {
    const response = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `10.9.${n}.${Math.floor(Math.random() * 250)}`,
      },
      body: JSON.stringify(personOf(n)),
    })
    await response.arrayBuffer()
    if (response.status === 200) logged += 1
    else {
      sentAway += 1
      const seconds = Number(response.headers.get('retry-after') ?? 1)
      await delay(seconds * 1_000 * (1 + Math.random()))
    }
  }
}

const started = performance.now()
const everybody = Array.from({ length: PEOPLE }, (_, n) => person(n))
process.on('message', async () => {
  over = true
  process.send?.({ perSecond: (logged / (performance.now() - started)) * 1_000, sentAway })
  await Promise.all(everybody)
  process.exit(0)
})
