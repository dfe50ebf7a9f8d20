import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/**
 * Makes a data folder whose embedded database has its tables and nothing in them. By `cp`: for a thousand files Node's
 * own takes six times the processor time.
 */
export async function copyEmptyDatabase(dataDir: string): Promise<void> {
  await promisify(execFile)('cp', ['-r', process.env.EMPTY_DATA_DIR ?? '', dataDir])
}
