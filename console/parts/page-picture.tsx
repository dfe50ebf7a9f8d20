import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Breakable } from './breakable.tsx'

interface PagePictureProps {
  /** `madePageOf(…)` or `originalPageOf(…)`. */
  src: string
  /** What a screen reader says: `Page of Jane Doe`. */
  title: string
  /** Whether it can be scrolled, as a whole page is looked at. Default: only its top is shown, as a picture. */
  isScrolled?: boolean
}

/**
 * A page as a picture: as on a window of 1280 pixels, made smaller to the width that there is. Its class has the shape, 16 to 10
 * if no rule of the screen says otherwise. If there is nothing to see, the page says why, and its words are shown instead.
 */
export function PagePicture({ src, title, isScrolled = false }: PagePictureProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [remark, setRemark] = useState<{ src: string; words: string }>()
  useLayoutEffect(() => {
    const hear = ({ source, data }: MessageEvent) => {
      if (source === frame.current?.contentWindow) setRemark({ src, words: String(data) })
    }
    addEventListener('message', hear)
    return () => removeEventListener('message', hear)
  }, [src])
  if (remark?.src === src)
    return (
      <p class="page-picture" title={title}>
        <Breakable text={remark.words} />
      </p>
    )
  return (
    <div class={isScrolled ? 'page-picture scrolled' : 'page-picture'}>
      <iframe
        key={src}
        ref={frame}
        title={title}
        src={src}
        sandbox="allow-scripts"
        loading="lazy"
        tabIndex={isScrolled ? 0 : -1}
      />
    </div>
  )
}
