/** Waits for so many frames of the storm's tab. */
export async function frames(count: number) {
  for (let frame = 0; frame < count; frame++) await new Promise(requestAnimationFrame)
}

/** Waits until something is true; answers whether it came true in time. */
export async function whenTrue(isTrue: () => unknown, withinMs: number): Promise<boolean> {
  for (
    const end = performance.now() + withinMs;
    !isTrue();
    await new Promise((resolve) => setTimeout(resolve, 20))
  )
    if (performance.now() > end) return false
  return true
}
