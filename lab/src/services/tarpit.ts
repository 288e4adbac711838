import { fileURLToPath } from 'node:url';
import { endpoint } from '../hosts/endpoints.ts';
import { packaged, type Service, type Skipped } from './service.ts';

/** The port of tarpit.lab that a server of its own has. */
const webPort = 443;

/** The process that accepts what the firewall of tarpit.lab drops. */
export function tarpitService(): Service | Skipped {
  const script = fileURLToPath(new URL('tarpit.py', import.meta.url));
  const { address } = endpoint('tarpit.lab');
  return packaged({
    name: 'tarpit.lab',
    command: 'python3',
    package: 'python3',
    args: [script, address, String(webPort)],
    listens: [`${address}:7`],
  });
}
