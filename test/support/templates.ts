import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder of templates of a test's own. `await using` removes it. */
export interface TemplatesDir extends AsyncDisposable {
  path: string
  /** Writes `NAME.yaml`. */
  write(name: string, source: string): Promise<void>
  remove(name: string): Promise<void>
}

/** Makes a folder with the given templates, by name. */
export async function createTemplatesDir(templates: Record<string, string> = {}): Promise<TemplatesDir> {
  const path = await mkdtemp(join(tmpdir(), 'motif-templates-'))
  const fileOf = (name: string) => join(path, `${name}.yaml`)
  const dir: TemplatesDir = {
    path,
    write: (name, source) => writeFile(fileOf(name), source),
    remove: (name) => rm(fileOf(name)),
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  }
  for (const [name, source] of Object.entries(templates)) await dir.write(name, source)
  return dir
}
