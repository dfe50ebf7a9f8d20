import { expect, test } from 'vitest'
import { commands } from '../../../service/commands.ts'
import { motif } from '../../support/motif.ts'

/** `FILE`, `--template NAME`, `ID|all`: what an argument is called in a usage. */
const named = /--[a-z]+|\b[A-Z]+\b|postgres:\S+/g

test.each(commands.map((command) => [command.name, command] as const))(
  '%s --help says what each argument means and how it is typed',
  async (name, { usage, help }) => {
    const { code, stdout, stderr } = await motif([...name.split(' '), '--help'], {})
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const meanings = stdout.slice(stdout.indexOf('\n'))
    for (const argument of usage.match(named) ?? []) expect(meanings).toContain(argument)
    for (const example of help.examples) {
      expect(example.startsWith(name)).toBe(true)
      expect(stdout).toContain(`npm run -s motif -- ${example}\n`)
    }
    for (const line of stdout.split('\n').slice(2)) expect(line.length).toBeLessThanOrEqual(120)
  },
)
