/** The panel's style. It inherits nothing from the page. */
export const css = `
:host { all: initial; position: fixed; inset: 0; z-index: 2147483647; pointer-events: none; }
* { box-sizing: border-box; font: 13px/1.45 system-ui, sans-serif; letter-spacing: normal; }
.panel { pointer-events: auto; position: fixed; right: 16px; bottom: 16px; width: min(400px, calc(100vw - 32px));
  max-height: min(640px, calc(100vh - 32px)); overflow: auto; overscroll-behavior: contain; padding: 0 14px 14px;
  color: #e8eaf2; background: #14172299; background: #141722f5; border: 1px solid #ffffff1f; border-radius: 14px;
  box-shadow: 0 18px 50px #00000073; color-scheme: dark; scrollbar-width: thin; }
.panel.folded > :not(header) { display: none; }
.panel.folded { padding-bottom: 0; }
header { position: sticky; top: 0; z-index: 1; display: flex; align-items: center; gap: 10px; margin: 0 -14px;
  padding: 12px 14px; background: #141722; border-bottom: 1px solid #ffffff14; }
header strong { font-weight: 650; }
.pattern { flex: 1; color: #9aa1b9; font-size: 12px; }
h2 { margin: 16px 0 6px; color: #9aa1b9; font-size: 11px; font-weight: 600; letter-spacing: .06em; text-transform: uppercase; }
button { all: unset; box-sizing: border-box; cursor: pointer; }
button:focus-visible { outline: 2px solid #8ea2ff; outline-offset: 1px; }
.toggle { width: 24px; height: 24px; line-height: 22px; text-align: center; border-radius: 7px; background: #ffffff14; }
.row { display: grid; grid-template-columns: auto 1fr auto auto; gap: 2px 8px; align-items: center; width: 100%;
  margin-bottom: 4px; padding: 7px 9px; border-radius: 9px; background: #ffffff0a; }
.row:hover { background: #ffffff17; }
.type { min-width: 62px; padding: 1px 6px; border-radius: 6px; color: #b9c4ff; background: #5b74ff33; font-size: 11px; text-align: center; }
code { overflow: hidden; font: 12px/1.4 ui-monospace, Menlo, Consolas, monospace; text-overflow: ellipsis; white-space: pre; }
.matches { color: #9aa1b9; font-variant-numeric: tabular-nums; }
.matches.none { color: #ffb454; }
.state, .figure { min-width: 66px; text-align: right; font-weight: 600; font-variant-numeric: tabular-nums; }
.applied { color: #6fdc9c; } .waiting { color: #9aa1b9; } .missing { color: #ffb454; }
.refused, .contested { color: #ff8080; }
.payload { grid-column: 1 / -1; overflow: hidden; color: #9aa1b9; font-size: 12px; text-overflow: ellipsis; white-space: nowrap; }
.bar { grid-column: 1 / -1; height: 3px; border-radius: 2px; overflow: hidden; }
.bar:has(i) { background: #ffffff14; }
.bar:empty { display: none; }
.bar i { display: block; width: 0; height: 100%; background: #6fdc9c; transition: width .2s linear; }
.batch { max-height: 150px; margin: 0; padding: 9px; overflow: auto; border-radius: 9px; background: #00000059; color: #c9cee0;
  font: 11px/1.45 ui-monospace, Menlo, Consolas, monospace; white-space: pre-wrap; word-break: break-word; }
.answer { margin: 6px 0 0; color: #9aa1b9; font-size: 12px; }
.marker { position: fixed; border: 2px solid #5b74ff; border-radius: 8px; box-shadow: 0 0 0 4px #5b74ff40; }
.marker[hidden] { display: none; }
@media (prefers-reduced-motion: reduce) { .bar i { transition: none; } }
`
