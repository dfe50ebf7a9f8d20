import type { CommandContext } from './command.ts'
import { formatCount, type Progress } from './progress.ts'

/** How many bad lines are named; the others are counted. */
const mostNamed = 50

/** Tells which lines of a file are bad: the first of them one by one, and how many more there were. */
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
