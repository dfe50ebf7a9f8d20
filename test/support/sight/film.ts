import type { CDPSession } from 'playwright'

/** A frame as the visitor saw it, in milliseconds since the navigation began. */
export interface Frame {
  atMs: number
  /** JPEG, base64. */
  image: string
}

/**
 * Records every frame that Chromium shows from now on.
 *
 * @returns ends it, and gives the frames since `timeOrigin`, the page's `performance.timeOrigin`
 */
export async function recordFilm(session: CDPSession): Promise<(timeOrigin: number) => Promise<Frame[]>> {
  const film: Frame[] = []
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    film.push({ atMs: (metadata.timestamp ?? 0) * 1000, image: data })
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => {})
  })
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 80, everyNthFrame: 1 })
  return async (timeOrigin) => {
    await session.send('Page.stopScreencast')
    return film.map(({ atMs, image }) => ({ atMs: atMs - timeOrigin, image })).filter(({ atMs }) => atMs >= 0)
  }
}
