import { globSync } from 'node:fs'
import { cpus } from 'node:os'
import { basename, resolve } from 'node:path'
import { runCommand, UsageError } from '#terminal/command-line.ts'

const COMMAND = {
  start: 'npm run bench --',
  forms: ['[PART …]'],
  about: `Runs every benchmark, or those whose file's name contains a PART, one after the other. A benchmark prints its figures with
the floor from the same run beside them and asserts nothing.`,
} as const

await runCommand(COMMAND, async ({ positionals: wanted }) => {
  const files = globSync('*.bench.ts', { cwd: import.meta.dirname })
    .filter(file => wanted.length === 0 || wanted.some(part => file.includes(part)))
    .sort()
  if (files.length === 0) throw new UsageError(`no benchmark is called like ${wanted.join(' or ')}`)

  const [first] = cpus()
  console.log(`node ${process.version}, ${cpus().length} cores (${first?.model.trim()}), ${new Date().toISOString()}`)
  for (const file of files) {
    const { name, bench } = await import(resolve(import.meta.dirname, file))
    console.log(`\n# ${name}  (${basename(file)})`)
    await bench()
  }
  process.exit(0)
})
