interface CreateButtonsProps {
  /** What the button says that submits: `Create` if nothing is said. */
  yes?: keyof typeof running
  isCreating: boolean
  /** Whether something has still to be filled in. */
  isIncomplete?: boolean | undefined
  onCancel: () => void
}

const running = { Create: 'Creating…', Save: 'Saving…', Invite: 'Inviting…' }

/** How a dialog ends that makes or changes something: `Cancel`, or what submits its form. */
export function CreateButtons({
  yes = 'Create',
  isCreating,
  isIncomplete = false,
  onCancel,
}: CreateButtonsProps) {
  return (
    <div class="buttons">
      <button type="button" class="plain" disabled={isCreating} onClick={onCancel}>
        Cancel
      </button>
      <button type="submit" class="primary" disabled={isCreating || isIncomplete}>
        {isCreating ? running[yes] : yes}
      </button>
    </div>
  )
}
