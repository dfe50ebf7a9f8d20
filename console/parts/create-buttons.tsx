interface CreateButtonsProps {
  isCreating: boolean
  /** Whether something has still to be filled in. */
  isIncomplete?: boolean | undefined
  onCancel: () => void
}

/** How a dialog ends that makes something: `Cancel`, or `Create`, which submits its form. */
export function CreateButtons({ isCreating, isIncomplete = false, onCancel }: CreateButtonsProps) {
  return (
    <div class="buttons">
      <button type="button" class="plain" onClick={onCancel}>
        Cancel
      </button>
      <button type="submit" class="primary" disabled={isCreating || isIncomplete}>
        {isCreating ? 'Creating…' : 'Create'}
      </button>
    </div>
  )
}
