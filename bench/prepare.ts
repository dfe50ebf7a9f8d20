import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** Builds the browser files, and installs the contenders if they are missing. Output goes to standard error. */
export function prepare(): void {
  build()
  if (!existsSync(join(import.meta.dirname, 'node_modules', 'html-rewriter-wasm')))
    run('npm', ['ci', '--prefix', 'bench'])
}

/** Builds what has changed. */
export function build(): void {
  run('node', ['build.ts', '--changed'])
}

function run(command: string, args: string[]): void {
  execFileSync(command, args, { cwd: root, stdio: ['ignore', 2, 2] })
}
