import { open } from 'node:fs/promises'

/** Brings the names in a folder to the disk: a file that was made or renamed is only there after a power cut once its folder is. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}
