import { escapeHtml } from '../base/words/html.ts'

/** An element of a page that is shown with a frame and a label; with `percent`, from 0 to 100, slightly coloured as much. */
export interface Mark {
  selector: string
  label: string
  percent?: number
}

/**
 * Marks for the end of a page: each stands over its element by CSS anchor positioning, so the page itself keeps its shape.
 * Of several elements the last is marked. Browsers without it (Chromium before 125, Firefox before 147, Safari before 26) show none.
 * https://drafts.csswg.org/css-anchor-position-1/
 */
export function markUp(marks: readonly Mark[]): string {
  if (marks.length === 0) return ''
  const anchors = marks.map(
    ({ selector }, at) => `:is(${selector.replaceAll('<', '\\3c ')}){anchor-name:--motif-${at}!important}`,
  )
  const frames = marks.map(({ label, percent }, at) => {
    const style = `position-anchor:--motif-${at};--motif-colour:rgb(255 166 0/${(percent ?? 0) * 0.18}%)`
    const below =
      percent !== undefined && at % 2 ? ';inset:anchor(bottom,0) anchor(left,0) 0 0;align-self:start' : ''
    const said = label && `<motif-label style="${style}${below}">${escapeHtml(label)}</motif-label>`
    return `<motif-mark style="${style}"></motif-mark>${said}`
  })
  return `<style>${anchors.join('')}${looks}</style>${frames.join('')}`
}

/**
 * Large, as the page is shown at a third of its size; what fills much of the window has no colour. Labels stand left of the element,
 * above it, every other one of what was read below it. Without such an element, the frame is beyond the page, the label has no height.
 */
const looks = `motif-mark,motif-label{display:none}
@supports (anchor-name:--a){motif-mark,motif-label{display:block;position:absolute;z-index:2147483646;pointer-events:none}
motif-mark{top:anchor(top,-9999px);left:anchor(left,-9999px);width:anchor-size(width,0);height:anchor-size(height,0);outline:4px solid #5b2fc9;border-radius:4px;container-type:size}
@container (width<=50vw) or (height<=25vh){motif-mark::before{content:"";position:absolute;inset:0;background:var(--motif-colour)}}
motif-label{inset:0 anchor(left,0) anchor(top,0) 0;place-self:safe end;max-height:calc(anchor-size(height,0px)*99);overflow:hidden;
padding:0 12px;box-shadow:inset 0 0 0 2px #fff;border-radius:20px;background:#5b2fc9;color:#fff;font:700 28px/40px system-ui,sans-serif;white-space:nowrap}}`
