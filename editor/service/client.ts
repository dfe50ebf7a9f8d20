import { jsonOf } from '../../snippet/json.ts'
import {
  type EditedTemplate,
  type EditorCases,
  type EditorCasesWish,
  type EditorLinks,
  type EditorOpening,
  type EditorPeople,
  type EditorPreview,
  type EditorPreviewWish,
  type EditorProspect,
  editName,
  type SavedEdits,
} from '../../wire/editor.ts'

/** A failed request, with a message for the marketer. */
export class EditorFailure extends Error {
  /** The HTTP status; 0 if the service could not be reached. */
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** The editor's requests to the service. Each rejects with an EditorFailure, or with the abort. */
export interface Client {
  readTemplate(): Promise<EditedTemplate>
  save(saved: SavedEdits): Promise<EditedTemplate>
  preview(wish: EditorPreviewWish, signal: AbortSignal): Promise<EditorPreview>
  findProspects(search: string, signal: AbortSignal): Promise<EditorProspect[]>
  /** What is known of a campaign's people; undefined if that cannot be read now. */
  readPeople(campaign: string | undefined, signal?: AbortSignal): Promise<EditorPeople | undefined>
  /** For how many people each case is; undefined if that cannot be read now. */
  countCases(wish: EditorCasesWish, signal: AbortSignal): Promise<EditorCases | undefined>
  readLinks(): Promise<EditorLinks>
  regenerate(): Promise<number>
  /** Ends the session, in the service and in this tab. */
  end(): Promise<void>
}

const unreached =
  'Motif cannot be reached. Nothing that you typed is lost: check your connection, then try again.'
const over =
  'This session is over. Nothing that you typed is lost: this tab keeps it. Ask the console for another link, and open it in this tab.'

/** How many people are offered at once. */
const mostProspects = 50

/**
 * Creates the client for one session.
 *
 * @param template the answer of `GET /editor/template`, if the tag has requested it already
 */
export function createClient(
  { host, session: { session } }: EditorOpening,
  onOver: () => void,
  template?: Promise<Response>,
): Client {
  let asked = template

  const send = (method: string, path: string, body?: unknown, signal?: AbortSignal) =>
    fetch(`${host}/editor/${path}`, {
      method,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      headers: {
        authorization: `Bearer ${session}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : jsonOf(body),
      signal: signal ?? null,
    })
  const ask = (...asked: Parameters<typeof send>) => answerOf(send(...asked), asked[3])
  /** What is only told beside: without it everything works. */
  const readBeside = async (...asked: Parameters<typeof send>) => {
    const response = await send(...asked).catch(() => undefined)
    return response?.ok ? response.json().catch(() => undefined) : undefined
  }

  const answerOf = async (answer: Promise<Response>, signal?: AbortSignal) => {
    const response = await answer.catch((error) => {
      if (signal?.aborted) throw error
      throw new EditorFailure(0, unreached)
    })
    if (response.ok) return response
    if (response.status === 401) {
      forget()
      onOver()
      throw new EditorFailure(401, over)
    }
    throw new EditorFailure(response.status, await messageOf(response))
  }
  const read = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).json()
  return {
    async readTemplate() {
      const first = asked && answerOf(asked)
      asked = undefined
      return first ? (await first).json() : read('GET', 'template')
    },
    save: (saved) => read('PUT', 'template', saved),
    preview: (wish, signal) => read('POST', 'preview', wish, signal),
    async findProspects(search, signal) {
      const query = new URLSearchParams({ limit: `${mostProspects}`, ...(search && { search }) })
      return (await read('GET', `prospects?${query}`, undefined, signal)).prospects
    },
    readPeople: (campaign, signal) =>
      readBeside(
        'GET',
        `people${campaign ? `?${new URLSearchParams({ campaign })}` : ''}`,
        undefined,
        signal,
      ),
    countCases: (wish, signal) => readBeside('POST', 'cases', wish, signal),
    readLinks: () => read('GET', 'regenerate'),
    regenerate: async () => (await read('POST', 'regenerate', {})).records,
    async end() {
      forget()
      await ask('DELETE', 'session')
    },
  }
}

/** Forgets the session, so that a reload does not open the editor again. */
function forget(): void {
  try {
    sessionStorage.removeItem(editName)
  } catch {}
}

async function messageOf(response: Response): Promise<string> {
  const { message } = (await response.json().catch(() => ({}))) as { message?: string }
  return message ?? `Motif answered with ${response.status}. Nothing that you typed is lost: try again.`
}
