import { lockDataDir } from '../../../service/base/database/pglite/data-dir.ts'

// `node hold-lock.ts FOLDER`: locks the folder until it is killed, and says whether it could.
try {
  lockDataDir(process.argv[2] ?? '')
  process.stdout.write('locked\n')
  setInterval(() => {}, 60_000)
} catch (error) {
  process.stdout.write(`${(error as Error).message}\n`)
}
