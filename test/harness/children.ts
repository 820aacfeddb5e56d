import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/** Processes of a test that run a file of it; none outlives the test when `killAll` is what it ends with. */
export function childrenOf(file: URL, env: Record<string, string>) {
  const children = new Set<ChildProcess>()

  async function kill(child: ChildProcess): Promise<void> {
    child.kill('SIGKILL')
    await once(child, 'exit')
    children.delete(child)
  }

  return {
    /** Resolves when the process has said something on its standard output. */
    async start(more: Record<string, string> = {}): Promise<ChildProcess> {
      const child = spawn(process.execPath, [file.pathname], {
        env: { ...process.env, ...env, ...more },
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      children.add(child)
      await once(child.stdout!, 'data')
      return child
    },
    kill,
    killAll: async () => void (await Promise.all([...children].map(kill))),
  }
}
