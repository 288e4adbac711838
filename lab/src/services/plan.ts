import { addressesOf } from '../endpoints.ts'
import { fileURLToPath } from 'node:url'
import { ownEndpoints } from '../servers/groups.ts'
import type { ServerGroup } from '../servers/groups.ts'
import { dnsServices } from './dns.ts'
import { nginxService } from './nginx.ts'
import { socketAddress } from './service.ts'
import type { Service, Skipped } from './service.ts'

/** A part of the lab that `--only` can choose. */
export const parts = ['dns', 'web', 'tls', 'services', 'fakes', 'hostile'] as const

/** One of the parts. */
export type Part = (typeof parts)[number]

/** The daemons of the chosen parts, and what cannot run here. */
export function planServices(chosen: readonly Part[]): readonly (Service | Skipped)[] {
  const byPart: Record<Part, () => readonly (Service | Skipped)[]> = {
    dns: dnsServices,
    web: () => [nginxService(), ownServers('web')],
    tls: () => [],
    services: () => [ownServers('services')],
    fakes: () => [ownServers('fakes')],
    hostile: () => [ownServers('hostile')]
  }
  return chosen.flatMap((part) => byPart[part]())
}

function ownServers(group: ServerGroup): Service | Skipped {
  const listens = ownEndpoints(group).flatMap((row) => addressesOf(row).flatMap((address) => row.ports.map((port) => socketAddress(address, port))))
  const script = fileURLToPath(new URL('../servers/serve.ts', import.meta.url))
  if (listens.length === 0) return { kind: 'skipped', name: `own ${group}`, reason: 'the table has no such endpoint' }
  return { kind: 'service', name: `own ${group}`, command: process.execPath, args: [script, group], network: 'internet', listens }
}
