import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { html, type Pages } from '../../sites/site.ts';
import { realisticPolicies, stsPolicies } from './policies.data.ts';

const elsewhere = 'https://good.lab/.well-known/mta-sts.txt';

/** The pages of the policy host that the client named. */
export function policyPages(socket: Socket): Pages {
  const name = socket instanceof TLSSocket && typeof socket.servername === 'string' ? socket.servername : '';
  const found = [...stsPolicies, ...realisticPolicies].find(({ zone }) => name === `mta-sts.${zone}.lab`);
  const missing = html([], '<head><title>Not found</title></head><body></body>', 404);
  if (found === undefined) return { '*': missing };
  const { status = 200, type = 'text/plain', policy: body } = found;
  const location = status === 301 ? ([['Location', elsewhere]] as const) : [];
  return { '/.well-known/mta-sts.txt': { status, headers: [['Content-Type', type], ...location], body }, '*': missing };
}
