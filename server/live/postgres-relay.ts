import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { connection } from '../db/postgres.ts'
import { decode, encode } from './batch.ts'
import { answerMs, type Connection, keepConnected, type Relay, type RelayListener } from './relay.ts'

const channel = 'koszyk'
/** A payload of NOTIFY holds less than 8 000 bytes. */
const mostOfPayload = 7_500

/** Opens the relay by LISTEN/NOTIFY: every instance on the same database hears everything. */
export function openPostgresRelay(url: string, { heard, missed }: RelayListener): Promise<Relay> {
  const self = randomUUID()
  const connect = async (lost: () => void): Promise<Connection> => {
    const client = new Client({
      ...connection(url),
      application_name: 'koszyk live',
      query_timeout: answerMs,
    })
    // A broken connection also ends. Without an error listener it would end the process.
    client.on('error', () => undefined)
    client.on('end', () => lost())
    client.on('notification', ({ payload = '' }) => {
      const message = decode(payload)
      if (!message || message.from === self) return
      heard(message.told)
      if (!message.isComplete) missed()
    })
    const close = () => client.end()
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
    } catch (error) {
      await close().catch(() => undefined)
      throw error
    }
    const notify = 'select pg_notify($1, payload) from unnest($2::text[]) as payload'
    return {
      send: async (batch) => {
        await client.query(notify, [channel, encode(self, batch.content(), mostOfPayload)])
      },
      check: () => client.query('select 1'),
      close,
    }
  }
  return keepConnected(connect, { missed })
}
