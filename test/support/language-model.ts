import type { ServerResponse } from 'node:http'
import { startLocalServer } from './local-server.ts'

/** What the model was asked, as the OpenAI-compatible protocol has it. */
export interface Asked {
  model: string
  system: string
  user: string
  authorization: string | undefined
}

/** A language model of a test's own: an HTTP server that speaks OpenAI's chat completions. */
export interface LanguageModel extends AsyncDisposable {
  /** What makes the service ask it. */
  environment: Record<string, string>
  /** What was asked for pages so far; profiles are answered too, and left out here. */
  asked: Asked[]
  /** How many questions, those for profiles too, were open at once at most. */
  mostOpen(): number
  /** Resolves once `count` questions have been asked. */
  whenAsked(count: number): Promise<void>
}

/** What a model does with a question: a text that it answers, or whatever it does with the response itself. */
export type Behaviour = (asked: Asked, response: ServerResponse, count: number) => string | undefined

/** Starts a model; `count` counts the questions since `asked` was last emptied. */
export async function startLanguageModel(behave: Behaviour): Promise<LanguageModel> {
  const asked: Asked[] = []
  let [open, mostOpen] = [0, 0]
  const server = await startLocalServer(({ body, headers }, response) => {
    mostOpen = Math.max(mostOpen, ++open)
    response.once('close', () => open--)
    const question = toAsked(body, headers.authorization)
    if (!question.system.includes('landing page')) return answerChat(response, 'A profile.')
    asked.push(question)
    const text = behave(question, response, asked.length)
    if (text !== undefined) answerChat(response, text)
  })
  return {
    environment: { LLM_BASE_URL: `${server.url}/v1`, LLM_API_KEY: 'a-key', LLM_MODEL: 'a-model' },
    asked,
    mostOpen: () => mostOpen,
    async whenAsked(count) {
      while (asked.length < count) await server.whenReceived(server.received.length + 1)
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

/** Answers a chat completion. */
export function answerChat(response: ServerResponse, content: string, finishReason = 'stop'): void {
  const message = { role: 'assistant', content }
  const body = {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'a-model',
    choices: [{ index: 0, message, finish_reason: finishReason }],
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function toAsked(body: string, authorization: string | undefined): Asked {
  const { model, messages } = JSON.parse(body) as {
    model: string
    messages: { role: string; content: string }[]
  }
  const said = (role: string) => messages.find((message) => message.role === role)?.content ?? ''
  return { model, system: said('system'), user: said('user'), authorization }
}
