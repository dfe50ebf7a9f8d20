import type { Service } from '../../support/service.ts'

/** Work of one organization that never ends, and the same work of another that does. */
export interface Flood extends AsyncDisposable {
  /** What the service is started with. */
  environment: Record<string, string>
  /** Called once, before anything hangs. */
  prepare(service: Service): Promise<void>
  /** Enqueues one work of `acme` that hangs. */
  enqueue(service: Service, at: number): Promise<void>
  /** Does one work of `other`, to its end. */
  sample(service: Service, at: number): Promise<void>
  /** How many hang at this moment. */
  held(): number
  /** A sample that takes longer is a failure. */
  longestMs: number
}

const enqueuedAtOnce = 24

/** How long one organization waits, before another has `count` works that hang, and beside them. */
export async function measureBeside(
  service: Service,
  flood: Flood,
  { count, samples }: { count: number; samples: number },
) {
  await flood.prepare(service)
  const before = await measure(service, flood, samples, 0)
  let next = 0
  const enqueue = async () => {
    for (let at = next++; at < count; at = next++) await flood.enqueue(service, at)
  }
  await Promise.all(Array.from({ length: enqueuedAtOnce }, enqueue))
  let held = 0
  const watch = setInterval(() => {
    held = Math.max(held, flood.held())
  }, 20)
  const beside = await measure(service, flood, samples, samples)
  clearInterval(watch)
  return { before, beside, held }
}

async function measure(service: Service, flood: Flood, samples: number, first: number) {
  const times: number[] = []
  for (let at = first; at < first + samples; at++) {
    const began = performance.now()
    await flood.sample(service, at)
    times.push(performance.now() - began)
  }
  times.sort((a, b) => a - b)
  const [medianMs = 0, longestMs = 0] = [times[Math.floor(samples / 2)], times.at(-1)]
  return { longestMs, text: `${Math.round(medianMs)} ms (at most ${Math.round(longestMs)})` }
}

/** Sends a request for `acme`, or for `other`; throws where it is not answered with 200. */
export async function ask<Body>(
  service: Service,
  organization: 'acme' | 'other',
  method: string,
  path: string,
  body?: object,
): Promise<Body> {
  const answer = await fetch(`${service.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${organization === 'acme' ? service.token : service.otherToken}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Body
}

/** Asks for a record or a prospect until its status is this one. */
export async function untilStatus(
  service: Service,
  organization: 'acme' | 'other',
  path: string,
  status: string,
): Promise<void> {
  for (;;) {
    const [found] = await ask<{ status: string }[]>(service, organization, 'GET', path)
    if (found?.status === status) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
