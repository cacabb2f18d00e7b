import { growthLines } from './growth.ts'
import { lighthouseLines } from './lighthouse.ts'
import type { Line } from './line.ts'
import { pushLines } from './push/lines.ts'
import { rowsLines } from './rows.ts'
import { serverLines } from './server/lines.ts'
import { shiftsLines } from './shifts.ts'
import { startLines } from './start.ts'
import { syncLines } from './sync/lines.ts'
import { weightLines } from './weight.ts'

export interface Section {
  name: string
  title: string
  /** how it is measured, and what the bound is */
  how: string
  lines: () => Promise<Line[]>
}

/** In the order of the table. */
export const sections: readonly Section[] = [
  {
    name: 'weight',
    title: 'What a first visit weighs',
    how: 'A device that has never seen the app; signed in where the page needs it. Bytes as they pass on the wire, in brotli; the heads of the answers are a line of their own, as HTTP/1.1 sends them. Requests: everything that the page itself has asked for when it can be used (document, scripts, style sheets, fonts, calls), whether answered or not; idle prefetching is held back. Manifest and icons, which the browser asks for by itself, stand beside it.',
    lines: weightLines,
  },
  {
    name: 'start',
    title: 'How soon it is there',
    how: 'Medians by the page’s own clock. Slow: 1.6 Mbit/s down, 150 ms, a quarter of this CPU. Installed and offline: the browser was closed before. A press is a real tap on a row’s box, or a tap and a key in the field, as soon as it is drawn; its effect is drawn, too. The bound is a bare page of plain HTML with the same to press, its worker a few lines.',
    lines: startLines,
  },
  {
    name: 'shifts',
    title: 'Nothing moves while it loads',
    how: 'Cumulative Layout Shift of every page of the app, 1.6 Mbit/s down, 150 ms, a quarter of this CPU, until nothing has been fetched for 1 s.',
    lines: shiftsLines,
  },
  {
    name: 'rows',
    title: 'Long lists',
    how: 'On a desktop, with the worker there. Opening: from the navigation until the document and its first rows are drawn. To frame: from the event until the next frame is drawn. The bound is a bare page with as many native rows, a box and a field each, and nothing else.',
    lines: rowsLines,
  },
  {
    name: 'growth',
    title: 'Ten times as much',
    how: 'Ours: the page with ten times as much, until the last of what is waited for is drawn; beside it, in the place of the bound, the same page with the small number. Medians of three.',
    lines: growthLines,
  },
  {
    name: 'sync',
    title: 'Saving and sharing',
    how: 'The real app and worker take turns with one plain request to a bare server.',
    lines: () => syncLines(5),
  },
  {
    name: 'server',
    title: 'What the server costs',
    how: 'The server as it is started, on SQLite and on a PostgreSQL that waits for the disk, both on this machine; 24 connections that stay open. The bound is a bare Fastify in a process of its own, by turns. Rates, CPU time of the process and (after a plus) of PostgreSQL for one answer, medians of three; p99 at half of the rate. Ten times as much: one call after the other, beside the same with the small number.',
    lines: serverLines,
  },
  {
    name: 'push',
    title: 'Notifications',
    how: 'The built server on SQLite and on a PostgreSQL that waits for the disk, with three push services on this machine that speak https and answer at once. A product is added by a sync call while a member is on a trip with the list; the server collects added products for 2 s. 50 adds, one after the other. A trip sends a message to 20 devices of 50 members: CPU time of the server and (after a plus) of PostgreSQL, and the time until the last message was received, medians of three; meanwhile strangers ask for their overviews 10 times a second. The bound is a bare process that only encrypts, signs and sends as many messages. Whoever has the list open must get none; the section fails otherwise. The last step is Firefox with its own push service and a worker that runs already: 30 notifications, looked for every 2 ms.',
    lines: pushLines,
  },
  {
    name: 'lighthouse',
    title: 'Lighthouse',
    how: 'Version 13.5.0, mobile preset. Signed-in pages twice: at the first visit, with worker and caches cleared, and with the worker there. Below the target the median of three runs.',
    lines: lighthouseLines,
  },
]
