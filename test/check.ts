import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * `npm run check`: types, lint, what nothing uses, and the tests that need no service, all at the same time: the
 * scripts whose names begin with `check:`. What one says is printed when it has ended.
 */
const root = join(import.meta.dirname, '..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const parts = Object.keys(scripts).filter(name => name.startsWith('check:'))

function run(part: string): Promise<boolean> {
  const child = spawn('npm', ['run', '--silent', part], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  child.stdout.on('data', chunk => (said += chunk))
  child.stderr.on('data', chunk => (said += chunk))
  return new Promise(done =>
    child.on('close', code => {
      console.log(`${said}${code === 0 ? 'ok  ' : 'FAIL'} ${part}`)
      done(code === 0)
    }),
  )
}

const ended = await Promise.all(parts.map(run))
process.exit(ended.length > 0 && ended.every(Boolean) ? 0 : 1)
