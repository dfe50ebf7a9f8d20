import type { ServerResponse } from 'node:http'
import { type LocalServer, startLocalServer } from './local-server.ts'

/** What the model was asked, as the OpenAI-compatible protocol has it. */
export interface Asked {
  model: string
  system: string
  user: string
}

/** A language model of a test's own: an HTTP server that speaks OpenAI's chat completions. */
export interface LanguageModel extends LocalServer {
  /** What makes the service ask it. */
  environment: Record<string, string>
  asked(): Asked[]
}

/** What a model does with a question: a text that it answers, or whatever `answer` does with the response. */
export type Behaviour = (asked: Asked, response: ServerResponse, count: number) => string | undefined

/** Starts a model. Where `behave` gives no text, it has answered itself, or never will. */
export async function startLanguageModel(behave: Behaviour): Promise<LanguageModel> {
  const server = await startLocalServer((request, response, count) => {
    const text = behave(toAsked(request.body), response, count)
    if (text !== undefined) answerChat(response, text)
  })
  return {
    ...server,
    environment: { LLM_BASE_URL: `${server.url}/v1`, LLM_API_KEY: 'a-key', LLM_MODEL: 'a-model' },
    asked: () => server.received.map(({ body }) => toAsked(body)),
  }
}

/** Answers a chat completion. */
export function answerChat(response: ServerResponse, content: string, finishReason = 'stop'): void {
  const message = { role: 'assistant', content }
  const body = {
    ...{ id: 'chatcmpl-1', object: 'chat.completion', created: 1, model: 'a-model' },
    choices: [{ index: 0, message, finish_reason: finishReason }],
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function toAsked(body: string): Asked {
  const { model, messages } = JSON.parse(body) as {
    model: string
    messages: { role: string; content: string }[]
  }
  const said = (role: string) => messages.find((message) => message.role === role)?.content ?? ''
  return { model, system: said('system'), user: said('user') }
}
