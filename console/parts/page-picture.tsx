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
 * if no rule of the screen says otherwise.
 */
export function PagePicture({ src, title, isScrolled = false }: PagePictureProps) {
  return (
    <div class={isScrolled ? 'page-picture scrolled' : 'page-picture'}>
      <iframe
        key={src}
        title={title}
        src={src}
        sandbox="allow-scripts"
        loading="lazy"
        tabIndex={isScrolled ? 0 : -1}
      />
    </div>
  )
}
