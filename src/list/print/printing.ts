import { create } from 'zustand'

/** Whether 'Print' was pressed and the sheet is not loaded yet. */
export const usePrinting = create<{ asked: boolean }>(() => ({ asked: false }))

export function askToPrint(): void {
  usePrinting.setState({ asked: true })
}
