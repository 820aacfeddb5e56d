type Limits = {
  waitMsMax?: number
  tasksMax?: number
  refusal(): Error
}

const UNLIMITED: Limits = { refusal: () => new Error('a task was refused without a limit') }

/** Runs tasks of one key in the order of the calls, and tasks of different keys concurrently. */
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
