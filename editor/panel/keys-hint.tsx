/** The keys that work everywhere in the panel. */
export function KeysHint() {
  return (
    <div class="quiet keys-hint">
      Keys: <kbd>Escape</kbd> goes to <i>Pick an element</i>, <kbd>Ctrl</kbd> <kbd>S</kbd> saves,{' '}
      <kbd>Ctrl</kbd> <kbd>Z</kbd> and <kbd>Ctrl</kbd> <kbd>Y</kbd> undo and redo. Arrow keys go from chip to
      chip.
    </div>
  )
}
