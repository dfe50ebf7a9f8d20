import pLimit, { type LimitFunction } from 'p-limit'
import type { PictureAnswer } from './ask-picture.ts'

/** Requests pictures; hosts take turns: see `createPictureAsker`. */
export type PictureAsker = (
  urls: readonly string[],
  onAnswer: (url: string, answer: PictureAnswer) => void,
  until: number,
) => Promise<{ isOver: boolean }>

const askedAtOnce = 12
const perHost = 4
/** After so many silent answers in a row a host gets no more requests this time. */
const mostSilent = 3

/**
 * Creates the requests for pictures, with limits for all together and for each host. After `until`, in milliseconds
 * since 1970, it starts no more requests and returns that it is not over.
 */
export function createPictureAsker(
  ask: (url: string) => Promise<PictureAnswer>,
  now: () => number = Date.now,
): PictureAsker {
  const all = pLimit(askedAtOnce)
  const hosts = new Map<string, { limit: LimitFunction; users: number }>()

  return async (urls, onAnswer, until) => {
    let isOver = true
    await Promise.all([...Map.groupBy(urls, hostOf)].map(([host, own]) => askHost(host, own)))
    return { isOver }

    async function askHost(host: string, own: string[]): Promise<void> {
      const turn = hosts.get(host) ?? { limit: pLimit(perHost), users: 0 }
      hosts.set(host, turn)
      turn.users++
      let silent = 0
      const askOne = async (url: string) => {
        if (silent >= mostSilent) return
        if (now() >= until) {
          isOver = false
          return
        }
        const answer = await ask(url)
        silent = answer === 'silent' ? silent + 1 : 0
        onAnswer(url, answer)
      }
      await Promise.all(own.map((url) => turn.limit(() => all(() => askOne(url)))))
      turn.users--
      if (turn.users === 0) hosts.delete(host)
    }
  }
}

function hostOf(url: string): string {
  return new URL(url).host
}
