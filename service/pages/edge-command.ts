import { once } from 'node:events'
import { type Command, readArguments, UsageError } from '../base/commands/command.ts'
import { createLog } from '../base/log.ts'
import { UserError } from '../base/words/errors.ts'
import { configuredUrl } from '../config.ts'
import { startEdgeServer } from './edge-server.ts'

const reportMs = 60_000

export const edgeCommand: Command = {
  name: 'edge',
  usage: '--origin URL [--host H] [--port N]',
  summary: 'serves the pages of a site, personalised for those who are invited; runs until Ctrl-C',
  help: {
    options: {
      '--origin URL': 'where the pages come from: an address that does not lead back to this server',
      '--host H': 'address to listen at. Default: 127.0.0.1',
      '--port N': 'port to listen at; 0 picks one. Default: 4200',
    },
    examples: ['edge --origin https://origin.example.com --port 4200'],
    notes: [
      'Records come from the service at PUBLIC_URL, which has to run.',
      'Ctrl-C stops it once the running requests have ended.',
    ],
  },
  needsDatabase: false,
  prepare(args) {
    const given = readArguments(args, { options: { origin: true, host: false, port: false } })
    const { origin = '', host = '127.0.0.1', port = '4200' } = given
    if (!/^https?:\/\/[^/?#]+/.test(origin) || !URL.canParse(origin))
      throw new UsageError('--origin must be an http or https URL')
    if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new UsageError('--port must be 0 to 65535')
    return async ({ config, out, signal }) => {
      const { trustedProxies } = config
      const options = { origin, service: configuredUrl(config), host, port: Number(port), trustedProxies }
      const server = await startEdgeServer(options).catch((error) => {
        throw new UserError(`cannot listen on ${host}:${port}: ${(error as Error).message}`)
      })
      out(`listening on ${server.url}, in front of ${new URL(origin).origin}\n`)
      const log = createLog(config.logLevel, { write: out })
      const report = () => {
        const counts = server.takeCounts()
        if (counts) log.info(counts, 'requests')
      }
      const timer = setInterval(report, reportMs)
      if (!signal.aborted) await once(signal, 'abort')
      clearInterval(timer)
      await server.close()
      report()
      return 0
    }
  },
}
