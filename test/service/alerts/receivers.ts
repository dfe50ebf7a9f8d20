import { type LocalServer, type ReceivedRequest, startLocalServer } from '../../support/local-server.ts'

interface SlackBody {
  text?: string
  blocks?: { type: string; text?: { type: string; text: string } }[]
}

/** A card as Teams takes it. */
interface TeamsBody {
  type: string
  attachments: { contentType: string; content: { type: string } }[]
}

/**
 * Receivers that take what Slack and Teams take. By path: `/slack…` and `/teams…` take what is valid; `/busy…` says 429
 * once, `/gone…` 404 `no_service`, `/down…` 500.
 */
export function startReceivers(): Promise<LocalServer> {
  const busy = new Set<string>()
  return startLocalServer((request, response) => {
    const { path } = request
    if (path.startsWith('/gone')) return response.writeHead(404).end('no_service')
    if (path.startsWith('/down')) return response.writeHead(500).end('rollup_error')
    if (path.startsWith('/busy') && !busy.has(path)) {
      busy.add(path)
      return response.writeHead(429, { 'retry-after': '1' }).end('rate_limited')
    }
    if (!path.startsWith('/teams')) {
      const said = slackAnswer(request)
      return response.writeHead(said === 'ok' ? 200 : 400, { 'content-type': 'text/html' }).end(said)
    }
    return response.writeHead(isCard(request) ? 202 : 400).end()
  })
}

/** https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks#handling_errors */
function slackAnswer({ body, headers }: ReceivedRequest): string {
  if (!headers['content-type']?.startsWith('application/json')) return 'invalid_payload'
  const { text, blocks = [] } = JSON.parse(body) as SlackBody
  const texts = blocks.map((block) => block.text?.text ?? '')
  const isValid = text && blocks.length <= 50 && texts.every((each) => each && each.length <= 3000)
  return isValid ? 'ok' : 'invalid_blocks'
}

/** https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using */
function isCard({ body }: ReceivedRequest): boolean {
  const { type, attachments } = JSON.parse(body) as TeamsBody
  const [{ contentType, content } = { contentType: '', content: { type: '' } }] = attachments
  const isAdaptive =
    contentType === 'application/vnd.microsoft.card.adaptive' && content.type === 'AdaptiveCard'
  return type === 'message' && isAdaptive && Buffer.byteLength(body) <= 28 * 1024
}
