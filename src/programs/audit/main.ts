import { runSubCommand } from '#terminal/command-line.ts'
import { asOfCommand } from './as-of.ts'
import { exportCommand } from './export.ts'
import { searchCommand } from './search.ts'
import { showCommand } from './show.ts'
import { verifyCommand } from './verify.ts'
import { verifyProofCommand } from './verify-proof.ts'
import { watchCommand } from './watch.ts'

await runSubCommand(
  {
    start: 'npm run audit --',
    about: 'Reads and verifies the event store without the service. Only watch needs PostgreSQL.',
  },
  {
    show: showCommand,
    'as-of': asOfCommand,
    search: searchCommand,
    export: exportCommand,
    verify: verifyCommand,
    'verify-proof': verifyProofCommand,
    watch: watchCommand,
  },
)
