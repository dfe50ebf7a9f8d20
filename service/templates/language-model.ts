import { setTimeout as wait } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type OpenAI from 'openai'
import pLimit, { type LimitFunction } from 'p-limit'
import type { Logger } from 'pino'
import { readWhole } from '../base/net/guarded-fetch.ts'
import { withoutControls } from '../base/words/text.ts'
import type { Config } from '../config.ts'

/** A request to a language model. Data from outside belongs in `prompt`. */
interface WritingTask {
  /** Its role, the form of the answer, and what it must not do. */
  instructions: string
  prompt: string
  organization: string
  /** Asked once, and only if a place is free. */
  atOnce?: boolean
}

/** A text by a language model, or why there is none, as people read it. */
export type Written = { text: string } | { notWritten: string }

export const noAnswer = { notWritten: 'the language model did not answer' }
export const noUse = { notWritten: 'the answer of the language model cannot be used' }

/** An OpenAI-compatible language model. */
export interface LanguageModel {
  /**
   * Its answer, without its reasoning and without a code fence. Its time begins when it has its place: then it is asked up to
   * three times for 20 s each. `noUse` if it refuses or breaks off.
   */
  write(task: WritingTask): Promise<Written>
}

const callsAtOnce = 25
/** After a failure, as between retries: the server has seen by then that a request was given up. */
const restMs = 500
/** Including the model's reasoning. */
const longestAnswerBytes = 1024 * 1024

const usually = { timeoutMs: 20_000, retries: 2 }

type ModelConfig = NonNullable<Config['languageModel']>

/** Creates the client of a language model, or none if none is configured. Tests are less patient. */
export function createLanguageModel(
  config: Config['languageModel'],
  log: Logger,
  patience = usually,
): LanguageModel | undefined {
  if (!config) return undefined
  const places = new LRUCache<string, LimitFunction>({ max: 10_000 })
  let opened: Promise<OpenAI> | undefined

  const ask = async (task: WritingTask): Promise<Written> => {
    try {
      opened ??= openClient(config, patience)
      return await complete(await opened, config, task)
    } catch (error) {
      log.warn({ reason: failureOf(error) }, 'the language model did not answer')
      await wait(restMs)
      return noAnswer
    }
  }

  return {
    async write(task) {
      // A place is free again when its call has ended, with its retries.
      const ofOrganization = places.get(task.organization) ?? pLimit(callsAtOnce)
      places.set(task.organization, ofOrganization)
      if (task.atOnce && ofOrganization.activeCount === callsAtOnce) return noAnswer
      return ofOrganization(() => ask(task))
    },
  }
}

/** Loading the client takes a quarter of a second, which only the first call waits for. */
async function openClient(
  { baseUrl, apiKey }: ModelConfig,
  { timeoutMs, retries }: typeof usually,
): Promise<OpenAI> {
  const { default: Client } = await import('openai')
  return new Client({
    baseURL: baseUrl,
    apiKey,
    organization: null,
    project: null,
    timeout: timeoutMs,
    maxRetries: retries,
    logLevel: 'off',
    // The client's time-out ends when this does, so that it is for the whole answer.
    async fetch(input, init) {
      const answer = await fetch(input, init)
      return new Response(new Uint8Array(await readWhole(answer, longestAnswerBytes)), answer)
    },
  })
}

async function complete(client: OpenAI, { model }: ModelConfig, task: WritingTask): Promise<Written> {
  const answer = await client.chat.completions.create(
    {
      model,
      messages: [
        { role: 'system', content: task.instructions },
        { role: 'user', content: task.prompt },
      ],
    },
    task.atOnce ? { maxRetries: 0 } : {},
  )
  // Any server may answer: the response has the declared type only if the server keeps to the protocol.
  const choice = answer.choices?.[0]
  const content: unknown = choice?.message?.content
  const isBrokenOff = choice?.finish_reason === 'length' || choice?.finish_reason === 'content_filter'
  const text = isBrokenOff || typeof content !== 'string' ? '' : withoutWrapping(content)
  return text === '' ? noUse : { text }
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
