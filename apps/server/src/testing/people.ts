import { newApiKey } from '@perimeter/contract/account/key';
import type { Scope } from '@perimeter/contract/account/plan';
import type { InjectOptions } from 'fastify';
import type { Service } from '../process/parts.ts';

const host = 'perimeter.test';
export const password = 'four words of a holder';

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A browser with the service's cookies, except the device cookie, so that tests can tell strangers from holders. */
export interface Browser {
  send: (method: Method, url: string, body?: unknown, headers?: Record<string, string>) => ReturnType<typeof inject>;
  /** The value of the session cookie; empty without one. */
  cookie: () => string;
}

const inject = async ({ http }: Pick<Service, 'http'>, options: InjectOptions) => http.inject(options);

/** A new browser at a client address. */
export function browser(service: Pick<Service, 'http'>, remoteAddress = '127.0.0.1', cookie = ''): Browser {
  const jar = new Map([
    ['__Host-perimeter', cookie],
    ['__Host-perimeter-passkey', ''],
  ]);
  return {
    cookie: () => jar.get('__Host-perimeter') ?? '',
    send: async (method, url, body, headers = {}) => {
      const kept = [...jar].flatMap(([name, value]) => (value === '' ? [] : [`; ${name}=${value}`])).join('');
      const answer = await inject(service, {
        method,
        url,
        remoteAddress,
        headers: {
          host,
          origin: `https://${host}`,
          ...(kept === '' ? {} : { cookie: `theme=dark${kept}` }),
          ...headers,
        },
        ...(body === undefined ? {} : { payload: Object(body) }),
      });
      for (const field of [answer.headers['set-cookie'] ?? []].flat()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(field) ?? [];
        if (jar.has(name)) jar.set(name, value);
      }
      return answer;
    },
  };
}

/** Creates the first account, an administrator, and logs in. */
export async function firstAccount(
  service: Pick<Service, 'http' | 'setupToken'>,
  email = 'first@example.com',
): Promise<Browser> {
  const first = browser(service);
  const { setupToken } = service;
  const made = await first.send('POST', '/api/account', { email, password, setupToken });
  if (made.statusCode !== 201) throw new Error(made.body);
  return first;
}

let addresses = 0;

/** Creates another account while sign-up is open, and logs in from a separate client address. */
export async function anotherAccount(service: Pick<Service, 'http'>, email: string): Promise<Browser> {
  addresses += 1;
  const another = browser(service, `10.1.${addresses >> 8}.${addresses & 0xff}`);
  const made = await another.send('POST', '/api/account', { email, password });
  if (made.statusCode !== 201) throw new Error(made.body);
  return another;
}

/** Makes a key for the logged-in account. */
export async function makeKey(holder: Browser, scopes?: readonly Scope[]): Promise<{ key: string; id: string }> {
  const body = { name: 'a key', ...(scopes === undefined ? {} : { scopes }) };
  const made = await holder.send('POST', '/api/keys', body);
  if (made.statusCode !== 201) throw new Error(made.body);
  const { key, apiKey } = newApiKey.parse(made.json());
  return { key, id: apiKey.id };
}
