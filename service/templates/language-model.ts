import type OpenAI from 'openai'
import type { Logger } from 'pino'
import { limitEach, untilAborted } from '../base/concurrency.ts'
import { withoutControls } from '../base/words/text.ts'
import type { Config } from '../config.ts'

/** A request to a language model. Data from outside belongs in `prompt`. */
interface WritingTask {
  /** Its role, the form of the answer, and what it must not do. */
  instructions: string
  prompt: string
  /** The organization, because organizations take turns. */
  organization: string
  /** Ends the request earlier than its time-outs. */
  signal?: AbortSignal
}

/** An OpenAI-compatible language model. */
export interface LanguageModel {
  /**
   * Its answer, without its reasoning and without a code fence. Undefined if it fails, refuses, breaks off, or is too slow:
   * the caller has a payload to use instead.
   */
  write(task: WritingTask): Promise<string | undefined>
}

const callsAtOnce = 25
/** Including the model's reasoning. */
const longestAnswerBytes = 1024 * 1024

/**
 * Creates the client of a language model, or none if none is configured. At most 25 calls of an organization run at once;
 * others wait.
 */
export function createLanguageModel(config: Config['languageModel'], log: Logger): LanguageModel | undefined {
  if (!config) return undefined
  const limit = limitEach(callsAtOnce)
  let opened: Promise<OpenAI> | undefined

  return {
    async write(task) {
      opened ??= openClient(config)
      const client = await opened
      try {
        // The client ignores the signal while it waits between its retries: others have the place by then.
        const untilOver = <T>(work: Promise<T>) => (task.signal ? untilAborted(task.signal, work) : work)
        return await untilOver(limit(task.organization, () => untilOver(complete(client, config, task))))
      } catch (error) {
        log.warn({ reason: failureOf(error) }, 'the language model did not answer')
        return undefined
      }
    },
  }
}

/** Loading the client takes a quarter of a second, which only the first call waits for. */
async function openClient({ baseUrl, apiKey }: NonNullable<Config['languageModel']>): Promise<OpenAI> {
  const { default: Client } = await import('openai')
  return new Client({
    baseURL: baseUrl,
    apiKey,
    organization: null,
    project: null,
    timeout: 20_000,
    maxRetries: 2,
    logLevel: 'off',
    async fetch(input, init) {
      const answer = await fetch(input, init)
      return new Response(answer.body?.pipeThrough(limiter(longestAnswerBytes)), answer)
    },
  })
}

async function complete(client: OpenAI, { model }: NonNullable<Config['languageModel']>, task: WritingTask) {
  task.signal?.throwIfAborted()
  const answer = await client.chat.completions.create(
    {
      model,
      messages: [
        { role: 'system', content: task.instructions },
        { role: 'user', content: task.prompt },
      ],
    },
    task.signal ? { signal: task.signal } : {},
  )
  // Any server may answer: the response has the declared type only if the server keeps to the protocol.
  const choice = answer.choices?.[0]
  const content: unknown = choice?.message?.content
  const isBrokenOff = choice?.finish_reason === 'length' || choice?.finish_reason === 'content_filter'
  if (isBrokenOff || typeof content !== 'string') return undefined
  return withoutWrapping(content) || undefined
}

function withoutWrapping(answer: string): string {
  const text = withoutReasoning(withoutControls(answer)).trim()
  const fenced = /^```[^\n]*\n([\s\S]*?)\n?```$/.exec(text)
  return (fenced?.[1] ?? text).trim()
}

/**
 * Many servers put the first `<think>` into the prompt, so that the answer has its end alone. Reasoning without an end is
 * no answer.
 */
function withoutReasoning(answer: string): string {
  const end = answer.toLowerCase().lastIndexOf('</think>')
  const text = end < 0 ? answer : answer.slice(end + '</think>'.length)
  return /^\s*<think>/i.test(text) ? '' : text
}

/** The kind of failure, without the prompt or the answer. */
function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { status } = error as { status?: number }
  return status ? `HTTP ${status}` : error.constructor.name
}

function limiter(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let left = maxBytes
  return new TransformStream({
    transform(chunk, controller) {
      left -= chunk.byteLength
      if (left >= 0) controller.enqueue(chunk)
      else controller.error(new Error(`the answer is longer than ${maxBytes} bytes`))
    },
  })
}
