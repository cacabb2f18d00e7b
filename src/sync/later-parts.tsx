import { later } from '../app/later.tsx'

export const SyncPanel = later(async () => (await import('./sync-panel.tsx')).SyncPanel)
