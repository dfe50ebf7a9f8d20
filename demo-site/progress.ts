/** Says how far the demo is: in one line that is written again on a terminal, in a line for each step elsewhere. */
export function createProgress(out: NodeJS.WriteStream = process.stdout) {
  let last = ''
  return {
    /** `detail` is what changes within a step. */
    step(words: string, detail = ''): void {
      if (out.isTTY) out.write(`\r\x1b[K${words}${detail}`)
      else if (words !== last) out.write(`${words}\n`)
      last = words
    },
    /** Goes on below with other words. */
    end(words: string): void {
      out.write(`${out.isTTY ? '\r\x1b[K' : ''}${words}`)
    },
  }
}
