import { type Command, readArguments } from '../base/commands/command.ts'
import type { Maintenance } from './maintenance.ts'
import { tasks } from './tasks.ts'

export const maintainCommand: Command<{ maintenance: Pick<Maintenance, 'run'> }> = {
  name: 'maintain',
  usage: '',
  summary: 'does now what the service does every hour: old events go, files lose what was deleted',
  help: { examples: ['maintain'] },
  needsDatabase: true,
  prepare(args) {
    readArguments(args)
    return async ({ rooms, out }) => {
      for (const { task, count, seconds } of await rooms.maintenance.run())
        out(`${count} ${tasks[task].counts}, ${seconds.toFixed(1)} s\n`)
      return 0
    }
  },
}
