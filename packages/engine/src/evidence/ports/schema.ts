import { z } from 'zod';
import { serviceMarks, serviceNames, type ServiceId } from '@perimeter/protocols/services/services.data';
import { netFailure } from '../observed.ts';

const isServiceId = (name: string): name is ServiceId => Object.hasOwn(serviceNames, name);
const serviceId = z.enum(Object.keys(serviceNames).filter(isServiceId));

/** Algorithms that an SSH server offers, the preferred ones first (RFC 4253 section 7.1). */
const sshOffer = z.object({
  identification: z.string(),
  kex: z.array(z.string()),
  hostKeys: z.array(z.string()),
  ciphers: z.array(z.string()),
  macs: z.array(z.string()),
});

/** The certificate that a port shows to a client that names the audited host. */
const portTls = z.object({
  protocol: z.string(),
  subject: z.string(),
  issuer: z.string(),
  /** Names of the certificate, at most 20. */
  names: z.array(z.string()),
  selfSigned: z.boolean(),
});

/** One port that takes connections, and what was said there. */
export const openPort = z.object({
  address: z.string(),
  port: z.int(),
  rttMs: z.int(),
  /** What was sent, with escapes for what is not printable; empty: nothing. */
  sent: z.string(),
  /** The beginning of what came back, with escapes, at most 512 characters, secrets masked. */
  heard: z.string(),
  /** Octets that came back. */
  heardBytes: z.int(),
  /** Why nothing more is known; null where the talk went to its end. */
  failure: netFailure.nullable(),
  /** What the answer shows; null: nothing that is known. */
  service: serviceId.nullable(),
  access: z.enum(['open', 'guarded', 'unknown']),
  product: z.string().nullable(),
  version: z.string().nullable(),
  marks: z.array(z.enum(serviceMarks)),
  tls: portTls.nullable(),
  ssh: sshOffer.nullable(),
});
export type OpenPort = z.infer<typeof openPort>;

/** One address that was swept, whose it is, and its ports that took no connection. */
export const sweptAddress = z.object({
  address: z.string(),
  host: z.string(),
  /** The network of an edge that others share; by: how it was recognised. */
  edge: z.object({ name: z.string(), by: z.enum(['range', 'header', 'certificate']) }).nullable(),
  /** Another registrable domain that the default certificate or the reverse name belongs to: shared hosting. */
  sharedWith: z.string().nullable(),
  /** Ports that were asked: how many. */
  asked: z.int(),
  closed: z.array(z.int()),
  /** Without an answer to two packets, or stopped by a filter on the way. */
  silent: z.array(z.int()),
  /** Port 443 answered in time before and after the sweep, so that single silent ports are filtered and none was missed. */
  answering: z.boolean(),
  /** Not seen for reasons of our own or of the way there. */
  unseen: z.array(z.object({ port: z.int(), failure: netFailure })),
  /** Random high ports that nothing should listen on. */
  controls: z.array(z.object({ port: z.int(), state: z.enum(['open', 'closed', 'silent', 'unseen']) })),
  /** Something answers for ports that cannot all be open. */
  tarpit: z.boolean(),
});
export type SweptAddress = z.infer<typeof sweptAddress>;

/** One datagram to a service, and what came back. */
export const datagramAnswer = z.object({
  address: z.string(),
  port: z.int(),
  service: z.enum(['ntp', 'snmp', 'cldap', 'ssdp', 'memcached', 'ipmi', 'portmap', 'coap', 'chargen', 'qotd']),
  state: z.enum(['answered', 'silent', 'unseen']),
  sentBytes: z.int(),
  heardBytes: z.int(),
  /** The beginning of the answer in hex, at most 64 octets. */
  heard: z.string(),
});
export type DatagramAnswer = z.infer<typeof datagramAnswer>;

/** The ports of the site's own addresses. */
export const portsEvidence = z.object({
  /** Why no port was asked; null where some were. */
  notAsked: z.enum(['no-address', 'robots', 'passive']).nullable(),
  /** True where the long list was asked, and datagrams were sent. */
  longList: z.boolean(),
  addresses: z.array(sweptAddress),
  /** Open ports, in the order of addresses and ports. */
  open: z.array(openPort),
  datagrams: z.array(datagramAnswer),
});
export type PortsEvidence = z.infer<typeof portsEvidence>;
