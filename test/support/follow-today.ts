import type { Today } from '../../service/events/today.ts'

/** Hands on everything that Today tells from now on, until it is disposed. */
export function followToday(url: string, token: string, onTold: (today: Today) => void): AsyncDisposable {
  const aborted = new AbortController()
  const ended = (async () => {
    const headers = { authorization: `Bearer ${token}` }
    const { body } = await fetch(`${url}/v1/live`, { headers, signal: aborted.signal })
    let rest = ''
    for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const events = `${rest}${piece}`.split('\n\n')
      rest = events.pop() ?? ''
      for (const event of events) {
        const [, data] = /^data: (.*)$/m.exec(event) ?? []
        if (data) onTold(JSON.parse(data) as Today)
      }
    }
  })().catch(() => {})
  return {
    async [Symbol.asyncDispose]() {
      aborted.abort()
      await ended
    },
  }
}
