import type { ServerResponse } from 'node:http'
import { type LocalServer, type ReceivedRequest, startLocalServer } from '../../support/local-server.ts'

/** What Slack's webhook takes: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks#handling_errors */
const slackBlocks = 50
const slackBlockText = 3000
const slackText = 40_000
/** https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using */
const teamsBytes = 28 * 1024

interface SlackBody {
  text?: string
  blocks?: { type: string; text?: { type: string; text: string } }[]
}

/** A card as Teams takes it. */
interface TeamsBody {
  type: string
  attachments: {
    contentType: string
    content: { type: string; version: string; body: object[]; actions: object[] }
  }[]
}

export interface Receivers extends LocalServer {
  /** Has `/late…` answer what it was asked so far. */
  answerLate(): void
}

/**
 * Receivers with the checks and answers that Slack and Teams document. By path: `/slack…` and `/teams…` take what is valid;
 * `/busy…` says 429 once, `/gone…` 404 `no_service`, `/down…` 500. `/late…` says 404, too, but not before `answerLate`.
 */
export async function startReceivers(): Promise<Receivers> {
  const busy = new Set<string>()
  const late: ServerResponse[] = []
  const server = await startLocalServer((request, response) => {
    if (request.path.startsWith('/late')) return late.push(response)
    const kind = Object.keys(answers).find((name) => request.path.startsWith(`/${name}`)) ?? 'gone'
    if (kind === 'busy' && !busy.has(request.path)) {
      busy.add(request.path)
      return response.writeHead(429, { 'retry-after': '1' }).end('rate_limited')
    }
    return answers[kind]?.(request, response)
  })
  const answerLate = () => {
    for (const response of late.splice(0)) response.writeHead(404).end('no_service')
  }
  return Object.assign(server, { answerLate })
}

type Answer = (request: ReceivedRequest, response: ServerResponse) => unknown

const slack: Answer = ({ body, headers }, response) => {
  const said = slackAnswer(body, headers['content-type'])
  response.writeHead(said === 'ok' ? 200 : 400, { 'content-type': 'text/html' }).end(said)
}

const answers: Record<string, Answer> = {
  slack,
  busy: slack,
  gone: (_, response) => response.writeHead(404).end('no_service'),
  down: (_, response) => response.writeHead(500).end('rollup_error'),
  teams: ({ body }, response) => {
    const said = teamsAnswer(body)
    response.writeHead(said ? 400 : 202).end(said ?? '')
  },
}

function slackAnswer(body: string, type = ''): string {
  if (!type.startsWith('application/json')) return 'invalid_payload'
  try {
    const { text, blocks = [] } = JSON.parse(body) as SlackBody
    if (!text && blocks.length === 0) return 'no_text'
    const texts = blocks.map((block) => block.text?.text ?? '')
    const isLong = (text?.length ?? 0) > slackText || texts.some((each) => each.length > slackBlockText)
    return isLong || blocks.length > slackBlocks || texts.some((each) => each === '')
      ? 'invalid_blocks'
      : 'ok'
  } catch {
    return 'invalid_payload'
  }
}

function teamsAnswer(body: string): string | undefined {
  if (Buffer.byteLength(body) > teamsBytes) return 'RequestEntityTooLarge'
  const { type, attachments } = JSON.parse(body) as TeamsBody
  const isCard = attachments?.every(
    ({ contentType, content }) =>
      contentType === 'application/vnd.microsoft.card.adaptive' && content.type === 'AdaptiveCard',
  )
  return type === 'message' && isCard ? undefined : 'BadRequest'
}
