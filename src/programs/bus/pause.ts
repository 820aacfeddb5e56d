import { type BusDirection, pause, resume } from '#bus/paused.ts'
import { BUS_DIRECTIONS } from '#config/environment.ts'
import { withOfflineDatabase } from '#lifecycle/offline-stores.ts'
import { readServiceConfig } from '#service-config.ts'
import { subCommand, UsageError } from '#terminal/command-line.ts'

const POOL_MAX = 2

export const pauseCommand = directionCommand(
  'pause',
  'stop taking messages (in) or publishing events (out), in all processes',
  'Nothing is lost: what waits is taken or published after resume. It takes effect within some seconds.',
  pause,
)

export const resumeCommand = directionCommand('resume', 'go on after pause', 'Ends a pause.', resume)

function directionCommand(name: string, summary: string, about: string, change: typeof pause) {
  return subCommand(
    { start: `npm run bus -- ${name}`, forms: ['in', 'out'], summary, about },
    async ({ positionals }) => {
      const direction = BUS_DIRECTIONS.find(one => one === positionals[0])
      if (direction === undefined || positionals.length > 1) throw new UsageError('in or out?')
      await withOfflineDatabase(readServiceConfig(), db => change(db, direction satisfies BusDirection), {
        poolMax: POOL_MAX,
      })
      console.log(`${direction}: ${name}d`)
    },
  )
}
