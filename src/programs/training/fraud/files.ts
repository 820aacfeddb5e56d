import { globSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError } from '#terminal/command-line.ts'

const SIMULATOR = 'api_sim_*.csv.gz'
const HANDBOOK = 'handbook_raw_*.csv.gz'

export type DataFiles = { simulator: string[]; handbook: string[] }

/** The data sets of a folder, or of its folder `fraud`. Throws a CommandError if there is none. */
export function findDataFiles(folder: string): DataFiles {
  for (const directory of [folder, join(folder, 'fraud')]) {
    const [simulator, handbook] = [SIMULATOR, HANDBOOK].map(pattern =>
      globSync(pattern, { cwd: directory })
        .sort()
        .map(name => join(directory, name)),
    )
    if (simulator!.length > 0 || handbook!.length > 0) return { simulator: simulator!, handbook: handbook! }
  }
  throw new CommandError(`${folder} has neither ${SIMULATOR} nor ${HANDBOOK}`)
}
