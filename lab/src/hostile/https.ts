import type { TLSSocket } from 'node:tls';
import { afterRequest, type Hostility } from './hostility.ts';

const isEncrypted = (socket: object): socket is TLSSocket => 'encrypted' in socket;

/** Redirects http:// to another domain; https:// has its own behaviour. */
const besideRedirect = (what: string, act: (socket: TLSSocket) => void): Hostility => ({
  layer: 'http',
  what: `http:// leads to another domain; https:// ${what}`,
  serve: afterRequest((socket) => {
    if (isEncrypted(socket)) return act(socket);
    socket.end('HTTP/1.1 301 Moved Permanently\r\nLocation: https://elsewhere.test/\r\nContent-Length: 0\r\n\r\n');
  }),
});

/** Web servers whose https:// does not answer, by name. */
export const httpsHostilities: Readonly<Record<string, Hostility>> = {
  'https-closes': besideRedirect('closes on every request', (socket) => socket.end()),
  'https-hangs': besideRedirect('never answers a request', () => {}),
};
