import { afterRequest, type Hostility } from './hostility.ts';

/** Targets to which a redirect must not be followed, by name. */
const destinations: Readonly<Record<string, string>> = {
  loopback: 'http://127.0.0.1/',
  'loopback-short': 'http://127.1/',
  'loopback-decimal': 'http://2130706433/',
  'loopback-hex': 'http://0x7f.0.0.1/',
  'loopback-ipv6': 'http://[::1]/',
  'loopback-mapped': 'http://[::ffff:7f00:1]/',
  localhost: 'http://localhost/',
  metadata: 'http://169.254.169.254/latest/meta-data/',
  private: 'http://10.0.0.1/',
  resolver: 'http://198.51.100.53:53/',
  name: 'http://loopback.private.lab/',
  alias: 'http://alias.private.lab/',
  mixed: 'http://mixed.private.lab/',
  file: 'file:///etc/passwd',
  data: 'data:text/html,<script>alert(1)</script>',
  javascript: 'javascript:alert(1)',
  gopher: 'gopher://127.0.0.1:6379/_INFO',
  userinfo: 'https://good.lab@127.0.0.1/',
  port: 'http://exposed.lab:6379/',
  empty: '',
  broken: 'http://[::1',
  long: `https://good.lab/${'a'.repeat(100_000)}`,
};

const to = (what: string, location: (request: Buffer) => string): Hostility => ({
  layer: 'http',
  what,
  serve: afterRequest((socket, request) =>
    socket.end(
      `HTTP/1.1 302 Found\r\nLocation: ${location(request)}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    ),
  ),
});

/** Hostile redirects by name. */
export const redirectHostilities: Readonly<Record<string, Hostility>> = {
  'redirect-endless': to('Each answer redirects to one more', (request) => {
    const [, step = '0'] = /^\w+ \/(\d{1,9})/.exec(request.toString('latin1')) ?? [];
    return `/${Number(step) + 1}`;
  }),
  ...Object.fromEntries(
    Object.entries(destinations).map(([name, location]) => [
      `redirect-${name}`,
      to(`Redirects to ${location.slice(0, 60)}`, () => location),
    ]),
  ),
};
