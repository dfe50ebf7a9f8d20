import { formatCount } from '../words/count-of.ts'
import type { CommandContext } from './command.ts'
import type { Progress } from './progress.ts'

/** How many bad lines are shown; the others are only counted. */
const mostNamed = 50

/** Creates the report of a file's bad lines: it shows the first ones, and at the end the number of the others. */
export function createBadLines({ err }: Pick<CommandContext, 'err'>, progress: Progress) {
  let count = 0
  return {
    tell(line: number, problem: string): void {
      if (++count > mostNamed) return
      progress.clear()
      err(`line ${line}: ${problem}\n`)
    },
    finish(): void {
      if (count > mostNamed) err(`… and ${formatCount(count - mostNamed)} lines more\n`)
    },
  }
}
