import type OpenAI from 'openai'
import type { APIError } from 'openai'
import { Counter } from 'prom-client'
import type { LanguageModelConfig } from '../config.ts'
import type { Service } from '../service.ts'
import { withoutControls } from './filters.ts'
import { createLimiter, type Limiter } from './limiter.ts'

/** What a language model is asked. Whatever comes from outside belongs in `prompt`. */
export interface WritingTask {
  /** Who it is, what it gives back, what it must not do. */
  instructions: string
  prompt: string
  /** Gives up sooner than the time-outs of the single calls do. */
  signal?: AbortSignal
}

type ModelService = Pick<Service, 'config' | 'log' | 'metrics'>

const callTimeoutMs = 20_000
const retries = 2
const callsAtOnce = 32

/**
 * What the configured language model answers, without its thoughts and without a code fence around it. Undefined where
 * no model is set, where it fails, refuses, breaks off, or does not answer in time: the caller has something in its
 * stead. At most 32 calls are under way at once; the others wait.
 */
export async function writeText(service: ModelService, task: WritingTask): Promise<string | undefined> {
  const { languageModel } = service.config
  if (!languageModel) return undefined
  const model = await modelOf(service, languageModel)
  try {
    const text = await untilAborted(
      task.signal,
      model.limit(() => complete(model, languageModel, task)),
    )
    model.calls.inc({ outcome: text ? 'written' : 'nothing' })
    return text
  } catch (error) {
    model.calls.inc({ outcome: 'failed' })
    service.log.warn({ reason: reasonOf(error) }, 'the language model did not answer')
    return undefined
  }
}

interface Model {
  client: OpenAI
  limit: Limiter
  calls: Counter
}

const models = new WeakMap<object, Promise<Model>>()

function modelOf({ metrics }: ModelService, config: LanguageModelConfig): Promise<Model> {
  const model = models.get(metrics) ?? openModel(metrics, config)
  models.set(metrics, model)
  return model
}

/** The client takes a quarter of a second to load: only who has a model waits for it. */
async function openModel(metrics: ModelService['metrics'], config: LanguageModelConfig): Promise<Model> {
  const { default: OpenAI } = await import('openai')
  return {
    client: new OpenAI({
      baseURL: config.baseUrl,
      apiKey: config.apiKey,
      organization: null,
      project: null,
      timeout: callTimeoutMs,
      maxRetries: retries,
      logLevel: 'off',
    }),
    limit: createLimiter(callsAtOnce),
    calls: new Counter({
      name: 'motif_language_model_calls_total',
      help: 'Texts asked of the language model, by outcome: written, nothing, failed.',
      labelNames: ['outcome'],
      registers: [metrics],
    }),
  }
}

async function complete({ client }: Model, { model }: LanguageModelConfig, task: WritingTask) {
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
  // Any server may answer: its shape is what the types say only if it keeps to the protocol.
  const choice = answer.choices?.[0]
  const content: unknown = choice?.message?.content
  if (choice?.finish_reason === 'length' || typeof content !== 'string') return undefined
  return withoutWrapping(content) || undefined
}

/** The client sleeps between its tries without listening to the signal. */
async function untilAborted<T>(signal: AbortSignal | undefined, work: Promise<T>): Promise<T> {
  if (!signal) return work
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
    work.catch(() => {})
  }
}

function withoutWrapping(answer: string): string {
  const text = withoutControls(answer)
    .replace(/^\s*<think>[\s\S]*?<\/think>/i, '')
    .trim()
  const fenced = /^```[^\n]*\n([\s\S]*?)\n?```$/.exec(text)
  return (fenced?.[1] ?? text).trim()
}

/** What happened, without what was asked or answered. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { status } = error as Partial<APIError>
  return status ? `HTTP ${status}` : error.constructor.name
}
