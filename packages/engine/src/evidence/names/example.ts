import { seen, untested } from '../observed.ts';
import type { AskedHost, HostAnswer, KnownName, ServiceAlias } from './schema.ts';

/** A name with an address of its own. */
export const exampleKnownName = (name: string, change: Partial<KnownName> = {}): KnownName => ({
  name,
  sources: ['list'],
  status: 'exists',
  aliases: [],
  addresses: [{ address: '192.0.2.80' }],
  wildcard: false,
  ...change,
});

/** A page that a service shows for its customers. */
export const exampleServiceAlias = (name: string, change: Partial<ServiceAlias> = {}): ServiceAlias => ({
  name,
  service: 'Pages',
  status: 'vulnerable',
  target: 'customer.pages.example',
  suffix: 'pages.example',
  byNxdomain: false,
  exists: 'yes',
  own: seen({ url: `http://${name}/`, address: '192.0.2.90', status: 200, mark: null }),
  control: untested('not-asked'),
  ...change,
});

const answer: HostAnswer = {
  status: 200,
  title: 'Site',
  location: null,
  wall: null,
  software: [],
  passwordField: false,
  namesDomain: true,
};

/** The answer of a host with a page. */
export const exampleHostAnswer = (change: Partial<HostAnswer> = {}): HostAnswer => ({ ...answer, ...change });

/** A host that redirects to https and shows its page there. */
export const exampleAskedHost = (name: string, change: Partial<AskedHost> = {}): AskedHost => ({
  name,
  address: '192.0.2.80',
  http: seen({ ...answer, status: 301, location: `https://${name}/` }),
  https: seen(answer),
  tls: { authorized: true, problem: null, names: [name] },
  ...change,
});
