/**
 * Another client, in its own process: it reads and writes a little all the time and reports its longest
 * wait.
 */
const [url = '', token = '', product = ''] = process.argv.slice(2)
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
const longest = { read: 0, write: 0 }
const under: { read: number; write: number } = { read: 0, write: 0 }

async function ask(what: 'read' | 'write', send: () => Promise<Response>): Promise<never> {
  for (;;) {
    under[what] = performance.now()
    const ok = await send().then(
      async (response) => (await response.arrayBuffer(), response.ok),
      () => false,
    )
    if (ok) longest[what] = Math.max(longest[what], performance.now() - under[what])
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

let quantity = 1
void ask('read', () => fetch(`${url}/api/v3/me`, { headers }))
void ask('write', () =>
  fetch(url + product, {
    method: 'PUT',
    headers,
    body: JSON.stringify({ quantity: (quantity = (quantity % 90_000) + 1) }),
  }),
)

process.on('message', (message) => {
  if (message === 'begin') {
    longest.read = longest.write = 0
    under.read = under.write = performance.now()
    process.send?.('begun')
  } else {
    const now = performance.now()
    process.send?.({
      read: Math.max(longest.read, now - under.read),
      write: Math.max(longest.write, now - under.write),
    })
  }
})
process.on('disconnect', () => process.exit())
