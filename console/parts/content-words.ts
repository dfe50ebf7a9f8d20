import type { ContentType } from '../../wire/targets.ts'

interface ContentWords {
  /** What people do not get if it is empty. */
  lacking: string
  /** What they do not see, or see too often, if its target is not as it was. */
  lost: string
  /** What helps whoever writes it for one person. */
  help: string
}

/** The words for each type of content item. */
export const contentWords: Record<ContentType, ContentWords> = {
  text: {
    lacking: 'text',
    lost: 'words',
    help: 'For this person alone. Left empty, the page’s own words stay.',
  },
  html: {
    lacking: 'text',
    lost: 'words',
    help: 'HTML, for this person alone. Left empty, the page’s own words stay.',
  },
  src: {
    lacking: 'picture',
    lost: 'picture',
    help: 'The address of a picture, for this person alone. Left empty, the page’s own stays.',
  },
  href: {
    lacking: 'link',
    lost: 'link',
    help: 'An address, for this person alone. Left empty, the page’s own stays.',
  },
}
