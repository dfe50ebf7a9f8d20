import { jsonOf } from '../../snippet/page.ts'
import {
  type EditedTemplate,
  type EditorCases,
  type EditorCasesWish,
  type EditorOpening,
  type EditorPeople,
  type EditorPreview,
  type EditorPreviewWish,
  type EditorProspect,
  editName,
  type SavedEdits,
} from '../../wire/editor.ts'
import { sayProblem } from '../words.ts'

/** A failed request, with a message for the marketer. */
export class EditorFailure extends Error {
  /** The HTTP status; 0 if the service could not be reached, or did not answer in time. */
  readonly status: number
  /** The service's own number of the error, such as 40002; undefined if it gave none. */
  readonly error: number | undefined

  constructor(status: number, message: string, error?: number) {
    super(message)
    this.status = status
    this.error = error
  }
}

/** What is known of a campaign's people. */
export interface KnownPeople extends EditorPeople {
  /** Without anybody in a campaign: people of the organization, as whom the page can be seen. */
  others?: EditorProspect[]
}

/** The editor's requests to the service. Each rejects with an EditorFailure, or with the abort. */
export type Client = ReturnType<typeof createClient>

const unreached =
  'Motif cannot be reached. Nothing that you typed is lost: check your connection, then try again.'
const tooLate =
  'Motif does not answer. Nothing that you typed is lost: check your connection, then try again.'
const over =
  'This session is over. Nothing that you typed is lost: this tab keeps it. Ask the console for another link, and open it in this tab.'

const tooMuch =
  'That is more than Motif, or a server in front of it, takes at once. Nothing that you typed is lost: undo the longest change, save, then make it again.'

const mostPictureBytes = 2 * 1024 * 1024

/** How long an answer may take, with its body. A save takes less than a second; a slow connection may take several. */
const patienceMs = 30_000

/** How many people are offered at once. */
const mostProspects = 50

/**
 * Creates the client for one session.
 *
 * @param template the answer of `GET /editor/template`, if the tag has requested it already
 */
export function createClient({ host, session: { session } }: EditorOpening, template?: Promise<Response>) {
  let asked = template

  const send = (method: string, path: string, body: unknown, signal: AbortSignal) =>
    fetch(`${host}/editor/${path}`, {
      method,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      headers: {
        authorization: `Bearer ${session}`,
        ...(body !== undefined && { 'content-type': body instanceof File ? body.type : 'application/json' }),
      },
      body: body === undefined || body instanceof File ? (body ?? null) : jsonOf(body),
      signal,
    })
  const ask = (method: string, path: string, body?: unknown, signal?: AbortSignal) =>
    inTime((ends) => answerOf(send(method, path, body, ends)), signal)
  /** What is only told beside: without it everything works. */
  const readBeside = (...asked: Parameters<typeof ask>) => ask(...asked).catch(() => undefined)

  /** The answer's JSON; undefined if it has none. */
  const answerOf = async (answer: Promise<Response>) => {
    const response = await answer.catch(notReached)
    if (response.ok) return response.status === 204 ? undefined : response.json().catch(notReached)
    if (response.status === 401) {
      forget()
      throw new EditorFailure(401, over)
    }
    throw await failureOf(response)
  }
  return {
    readTemplate(): Promise<EditedTemplate> {
      const first = asked
      asked = undefined
      return first ? inTime(() => answerOf(first)) : ask('GET', 'template')
    },
    save: (saved: SavedEdits): Promise<EditedTemplate> => ask('PUT', 'template', saved),
    preview: (wish: EditorPreviewWish, signal: AbortSignal): Promise<EditorPreview> =>
      ask('POST', 'preview', wish, signal),
    async findProspects(search: string, signal: AbortSignal): Promise<EditorProspect[]> {
      const query = new URLSearchParams({ limit: `${mostProspects}`, search })
      return (await ask('GET', `prospects?${query}`, undefined, signal)).prospects
    },
    /** What is known of a campaign's people; undefined if that cannot be read now. */
    async readPeople(signal?: AbortSignal): Promise<KnownPeople | undefined> {
      const read = await readBeside('GET', 'people', undefined, signal)
      if (!read || read.first.length > 0) return read
      const found = await readBeside('GET', `prospects?limit=${mostProspects}`, undefined, signal)
      return { ...read, others: found?.prospects ?? [] }
    },
    /** For how many people each case is; undefined if that cannot be read now. */
    countCases: (wish: EditorCasesWish, signal: AbortSignal): Promise<EditorCases | undefined> =>
      readBeside('POST', 'cases', wish, signal),
    /** Keeps a picture's file. Returns its address. */
    async keepPicture(file: File): Promise<string> {
      if (file.size > mostPictureBytes)
        throw new EditorFailure(413, 'The picture is larger than 2 MB: make it smaller, or save it as WebP.')
      return (await ask('POST', 'pictures', file)).url
    },
    regenerate: async (): Promise<number> => (await ask('POST', 'regenerate', {})).records,
    /** Ends the session, in the service and in this tab. */
    async end(): Promise<void> {
      forget()
      await ask('DELETE', 'session')
    },
  }
}

function notReached(): never {
  throw new EditorFailure(0, unreached)
}

/** Runs a request, and ends it if it takes too long, or if `signal` does. */
async function inTime<Answer>(
  run: (ends: AbortSignal) => Promise<Answer>,
  signal = new AbortController().signal,
): Promise<Answer> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new EditorFailure(0, tooLate)), patienceMs)
  const ends = AbortSignal.any([late.signal, signal])
  const isEnded = new Promise<never>((_, reject) => {
    ends.addEventListener('abort', () => reject(ends.reason))
  })
  try {
    return await Promise.race([isEnded, run(ends)])
  } finally {
    clearTimeout(timer)
  }
}

/** Forgets the session, so that a reload does not open the editor again. */
function forget(): void {
  try {
    sessionStorage.removeItem(editName)
  } catch {}
}

async function failureOf(response: Response): Promise<EditorFailure> {
  const { status } = response
  const { error, message } = (await response.json().catch(() => ({}))) as { error?: number; message?: string }
  return new EditorFailure(status, wordsFor(status, message), error)
}

function wordsFor(status: number, message: string | undefined): string {
  if (status === 413) return tooMuch
  if (status === 400 && message) return message.split('\n').map(sayProblem).join('\n')
  return message ?? `Motif answered with ${status}. Nothing that you typed is lost: try again.`
}
