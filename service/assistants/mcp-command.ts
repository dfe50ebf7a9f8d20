import { once } from 'node:events'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { type Command, readArguments } from '../base/commands/command.ts'
import { UserError } from '../base/words/errors.ts'
import { configuredUrl } from '../config.ts'
import { callOver, createAssistantServer } from './server.ts'

export const mcpCommand: Command = {
  name: 'mcp',
  usage: '[--url URL]',
  summary: 'serves an assistant on this machine over standard input and output',
  help: {
    options: { '--url URL': 'the service; by default PUBLIC_URL' },
    examples: ['mcp', 'mcp --url https://motif.example.com'],
    notes: ['MOTIF_TOKEN is the token in whose name the assistant works. It may do what that token may.'],
  },
  needsDatabase: false,
  prepare(args) {
    const { url } = readArguments(args, { options: { url: false } })
    const token = process.env.MOTIF_TOKEN
    if (!token) throw new UserError('MOTIF_TOKEN: not set; it is the token in whose name the assistant works')
    return async ({ config, signal }) => {
      const call = callOver(url ?? configuredUrl(config), token)
      const { status, text } = await call({ method: 'GET', path: '/v1/me' })
      const me = JSON.parse(text)
      if (status >= 400) throw new UserError(`MOTIF_TOKEN: ${me.message}`)
      const serving = serveStdio(() => createAssistantServer({ call, role: me.role }))
      await once(process.stdin, 'close', { signal }).catch(() => {})
      await serving.close()
      return 0
    }
  },
}
