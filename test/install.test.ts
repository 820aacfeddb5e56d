import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as assert from 'uvu/assert'
import { suite } from './harness/suite.ts'

/** npm installs and starts the project without a warning about it, and downloads nothing from outside the registry. */
const test = suite('install')
const root = resolve(import.meta.dirname, '..')
const read = (file: string) => JSON.parse(readFileSync(resolve(root, file), 'utf8'))

type LockedPackage = { hasInstallScript?: boolean }
const locked: [string, LockedPackage][] = Object.entries(read('package-lock.json').packages)

test('npm knows every setting of the project', () => {
  // Settings of the machine and of the npm that runs the tests are not the project's.
  const kept = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name))
  const none = { npm_config_userconfig: '/nonexistent/user', npm_config_globalconfig: '/nonexistent/global' }
  // The project silences warnings, because of packages that ask for a newer Node.
  const env = { ...Object.fromEntries(kept), ...none, npm_config_loglevel: 'warn' }
  const { status, stderr } = spawnSync('npm', ['pkg', 'get', 'name'], { cwd: root, env, encoding: 'utf8' })
  assert.equal([status, stderr], [0, ''])
})

/**
 * At 1.30.0 the script downloads libraries for CUDA. npm from 11.16 on reads `allowScripts`; an older npm runs only
 * the scripts of packages that the lock file marks. npm writes the mark when the package is updated: remove it again.
 */
test('no npm runs the install script of onnxruntime-node', () => {
  assert.is(read('package.json').allowScripts['onnxruntime-node'], false)
  const marked = locked.filter(([path, { hasInstallScript }]) => hasInstallScript && path.endsWith('onnxruntime-node'))
  assert.equal(marked, [])
  const installed = resolve(root, 'node_modules/onnxruntime-node')
  assert.ok(existsSync(installed))
  assert.equal(globSync('bin/**/*providers*', { cwd: installed }), [])
})

test('every other install script is either allowed or denied, so that npm does not prompt', () => {
  const scripts = locked.filter(([, { hasInstallScript }]) => hasInstallScript)
  const names = scripts.map(([path]) => path.replace(/^.*node_modules\//, ''))
  assert.equal([...names, 'onnxruntime-node'].sort(), Object.keys(read('package.json').allowScripts).sort())
})

test.run()
