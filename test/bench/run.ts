import { globSync } from 'node:fs'
import { cpus } from 'node:os'
import { basename, resolve } from 'node:path'

/**
 * `npm run bench [-- part of a name …]`: runs every benchmark, or those named, one after the other. A benchmark prints its
 * figures with the floor from the same run beside them and asserts nothing.
 */
const wanted = process.argv.slice(2)
const files = globSync('*.bench.ts', { cwd: import.meta.dirname })
  .filter(file => wanted.length === 0 || wanted.some(part => file.includes(part)))
  .sort()

console.log(`node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${new Date().toISOString()}`)
for (const file of files) {
  const { name, bench } = await import(resolve(import.meta.dirname, file))
  console.log(`\n# ${name}  (${basename(file)})`)
  await bench()
}
process.exit(0)
