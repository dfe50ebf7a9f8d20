import { yaml } from '@codemirror/lang-yaml'
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { basicSetup } from 'codemirror'
import type { Problem } from '../../api/templates.ts'

/** A field for YAML. */
export type CodeField = ReturnType<typeof createCodeField>

interface CodeFieldOptions {
  label: string
  text: string
  isReadOnly: boolean
  onChange: () => void
}

/**
 * Creates a field for YAML in `holder`. It is in a shadow root, so that its styles are constructed sheets: style elements would
 * need `unsafe-inline`.
 */
export function createCodeField(
  holder: HTMLElement,
  { label, text, isReadOnly, onChange }: CodeFieldOptions,
) {
  const root = holder.shadowRoot ?? holder.attachShadow({ mode: 'open' })
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        basicSetup,
        yaml(),
        lintGutter(),
        EditorView.lineWrapping,
        EditorState.readOnly.of(isReadOnly),
        EditorView.contentAttributes.of({ 'aria-label': label, 'aria-multiline': 'true' }),
        EditorView.updateListener.of(({ docChanged }) => docChanged && onChange()),
        theme,
        syntaxHighlighting(colors),
      ],
    }),
  })

  /** Marks each problem at its place. */
  function showProblems(problems: readonly Problem[]): void {
    const marks = problems.map((problem) => toDiagnostic(view.state, problem))
    view.dispatch(setDiagnostics(view.state, marks))
  }

  function replace(next: string): void {
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } })
  }

  return { text: () => view.state.doc.toString(), replace, showProblems, close: () => view.destroy() }
}

/** Marks a problem from its place to the end of its line. A place beyond the text is moved to its end. */
function toDiagnostic({ doc }: EditorState, { line, column, message, warning }: Problem): Diagnostic {
  const at = doc.line(Math.min(Math.max(line, 1), doc.lines))
  const from = Math.min(at.from + Math.max(column - 1, 0), at.to)
  return { from, to: at.to, severity: warning ? 'warning' : 'error', message }
}

const theme = EditorView.theme({
  '&.cm-focused': { outline: 'none' },
  '&': { color: 'var(--ink)', backgroundColor: 'var(--card)', fontSize: '14px' },
  '.cm-content': { caretColor: 'var(--ink)', fontFamily: 'ui-monospace, monospace' },
  '.cm-gutters': { backgroundColor: 'var(--ground)', color: 'var(--quiet)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--selection) !important',
  },
})

const colors = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: tags.comment, color: 'var(--quiet)', fontStyle: 'italic' },
])
