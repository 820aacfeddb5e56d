type Limits = {
  /** A task that has waited longer, in milliseconds, is refused instead of run. */
  waitMsMax?: number
  /** Tasks of one key, the running one included; one more is refused at once. */
  tasksMax?: number
  /** What a refused call rejects with. */
  refusal(): Error
}

const UNLIMITED: Limits = { refusal: () => new Error('a task was refused without a limit') }

/** Runs the tasks of one key one after another, in the order of the calls. Tasks of different keys run side by side. */
export function createKeyedMutex({ waitMsMax = Infinity, tasksMax = Infinity, refusal }: Limits = UNLIMITED) {
  const queues = new Map<string, { tasks: number; last: Promise<unknown> }>()

  return function runExclusive<T>(key: string, task: () => Promise<T>): Promise<T> {
    const queue = queues.get(key)
    if ((queue?.tasks ?? 0) >= tasksMax) return Promise.reject(refusal())
    const calledAt = performance.now()
    const runOrRefuse = () => {
      if (performance.now() - calledAt < waitMsMax) return task()
      throw refusal()
    }
    const result = queue === undefined ? task() : queue.last.then(runOrRefuse, runOrRefuse)
    const own = queue ?? { tasks: 0, last: result }
    own.tasks += 1
    own.last = result
    queues.set(key, own)
    const release = () => {
      own.tasks -= 1
      if (own.tasks === 0) queues.delete(key)
    }
    result.then(release, release)
    return result
  }
}
