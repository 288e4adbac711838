import { ownEndpoints, startWeb } from './groups.ts'
import type { Bind } from './listen.ts'
import { startServices } from './services.ts'

/** `node serve.ts GROUP` runs one group of the lab's own servers at the addresses of the table. */
const atItsOwnAddress: Bind = (host, port) => ({ host, port })

const [group] = process.argv.slice(2)
if (group === 'web') await startWeb(ownEndpoints('web'), atItsOwnAddress)
if (group === 'services') await startServices(ownEndpoints('services'), atItsOwnAddress)
