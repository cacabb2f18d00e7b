import type { App } from '../support/app.ts'
import type { Machine } from './machines.ts'

interface Place {
  cluster: { machines: readonly Machine[] }
  apps: readonly App[]
  primary: Machine
}

export interface Fault {
  name: string
  /** how long it lasts */
  seconds: number
  /** loses what was committed last, so it is for asynchronous replication only */
  loses?: true
  /** Returns what ends it. */
  begin: (place: Place) => Promise<() => Promise<void>>
}

const others = ({ cluster, primary }: Place) => cluster.machines.filter((machine) => machine !== primary)

/** What goes wrong with machines, networks and programs, one after the other. */
export const faults: readonly Fault[] = [
  {
    name: "the primary's PostgreSQL is killed",
    seconds: 20,
    async begin({ primary }) {
      primary.killPostgres()
      return async () => undefined
    },
  },
  {
    name: 'the machine of the primary is killed',
    seconds: 40,
    async begin({ primary }) {
      primary.kill()
      return async () => primary.start()
    },
  },
  {
    name: 'the machine of the primary is frozen',
    seconds: 40,
    async begin({ primary }) {
      primary.freeze()
      return async () => primary.thaw()
    },
  },
  {
    name: 'the machine of the primary is cut off',
    seconds: 40,
    async begin({ primary }) {
      primary.cutOff()
      return async () => primary.reconnect()
    },
  },
  {
    name: 'the machine of the primary is killed while its standbys lag',
    seconds: 40,
    loses: true,
    async begin(place) {
      for (const machine of others(place)) machine.cutOff()
      await new Promise((resolve) => setTimeout(resolve, 4_000))
      // The kernel would still send what a killed PostgreSQL has left in its sockets.
      place.primary.cutOff()
      place.primary.kill()
      for (const machine of others(place)) machine.reconnect()
      return async () => {
        place.primary.reconnect()
        place.primary.start()
      }
    },
  },
  {
    name: 'both standbys are frozen',
    seconds: 25,
    async begin(place) {
      for (const machine of others(place)) machine.freeze('postgres')
      return async () => {
        for (const machine of others(place)) machine.thaw()
      }
    },
  },
  {
    name: 'etcd loses a member',
    seconds: 20,
    async begin(place) {
      const [machine] = others(place)
      machine?.kill('etcd')
      return async () => machine?.start()
    },
  },
  {
    name: 'NATS is killed',
    seconds: 10,
    async begin({ cluster }) {
      for (const machine of cluster.machines) machine.kill('nats-server')
      return async () => {
        for (const machine of cluster.machines) machine.start()
      }
    },
  },
  {
    name: 'each instance is killed in turn',
    seconds: 1,
    async begin({ apps }) {
      for (const app of apps) {
        await app.kill()
        await app.start()
      }
      return async () => undefined
    },
  },
]
