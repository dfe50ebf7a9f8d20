/** A `fetch` whose responses fail after `maxBytes` of their body, however they are compressed. */
export function limitAnswer(fetch: typeof globalThis.fetch, maxBytes: number): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    const { status, statusText, headers, body } = response
    return body
      ? new Response(body.pipeThrough(limiter(maxBytes)), { status, statusText, headers })
      : response
  }
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
