import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

interface Message {
  messageType: 'hello' | 'register' | 'unregister' | 'ack'
  channelID?: string
}

export interface PushService {
  /** where Firefox connects */
  address: string
  /** the status of each message that a server sent, in order */
  answers: number[]
  /** when each of these messages had come, in epoch ms */
  times: number[]
  close: () => void
}

/** A push service as Firefox's own browser connects to one: it passes on what servers post to an endpoint. */
export async function startPushService(): Promise<PushService> {
  const channels = new Map<string, WebSocket>()
  const answers: number[] = []
  const times: number[] = []
  const server = createServer((request, response) => {
    const channelID = request.url?.split('/').at(-1) ?? ''
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      times.push(Date.now())
      const socket = channels.get(channelID)
      socket?.send(
        JSON.stringify({
          messageType: 'notification',
          channelID,
          version: randomUUID(),
          data: Buffer.concat(parts).toString('base64url'),
          headers: { encoding: request.headers['content-encoding'] },
        }),
      )
      const status = socket ? 201 : 410
      answers.push(status)
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`

  new WebSocketServer({ server }).on('connection', (socket) => {
    const say = (message: object) => socket.send(JSON.stringify(message))
    socket.on('message', (text: Buffer) => {
      const { messageType, channelID = '' } = JSON.parse(text.toString()) as Message
      const answer = { messageType, channelID, status: 200 }
      if (messageType === 'hello')
        say({ messageType, uaid: randomUUID().replaceAll('-', ''), status: 200, use_webpush: true })
      else if (messageType === 'register') {
        channels.set(channelID, socket)
        say({ ...answer, pushEndpoint: `http://${host}/push/${channelID}` })
      } else if (messageType === 'unregister') {
        channels.delete(channelID)
        say(answer)
      }
    })
  })
  return {
    address: `ws://${host}/`,
    answers,
    times,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
