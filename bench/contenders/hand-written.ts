import type { Contender } from './contender.ts'

/**
 * What a developer would write for this one page: the classic anti-flicker class, an inline fetch of the same record as Motif, and an
 * assignment for each change. It observes nothing, measures nothing and trusts the record.
 */
export const handWritten: Contender = {
  name: 'hand-written',
  head: ({ motif, pattern }) => `<style>.async-hide { opacity: 0 !important }</style>
<script>
(function (root) {
  root.classList.add('async-hide')
  function show() { root.classList.remove('async-hide') }
  setTimeout(show, 4000)
  var record = fetch('${motif}/p/${pattern}').then(function (answer) { return answer.json() })
  function apply() {
    record.then(function (record) {
      record.content.forEach(function (item) {
        var element = document.querySelector(item.selector)
        if (item.type === 'text') element.textContent = item.payload
        else if (item.type === 'html') element.innerHTML = item.payload
        else element.setAttribute(item.type, item.payload)
      })
    }).then(show, show)
  }
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', apply)
  else apply()
})(document.documentElement)
</script>`,
}
