import child, { ChildProcess } from 'node:child_process'
import dgram from 'node:dgram'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

/** A unit test may neither start a process nor open a socket: those are system tests, and their files are named so. */
function refuse(what: string): () => never {
  return () => {
    throw new Error(`a pure test ${what}: call its file *.system.test.ts`)
  }
}

net.Socket.prototype.connect = refuse('opens a connection')
net.Server.prototype.listen = refuse('opens a port')
dgram.Socket.prototype.bind = refuse('opens a port')
Object.assign(ChildProcess.prototype, { spawn: refuse('starts a process') })
Object.assign(child, { spawnSync: refuse('starts a process'), execSync: refuse('starts a process') })
Object.assign(child, { execFileSync: refuse('starts a process') })
syncBuiltinESMExports()
