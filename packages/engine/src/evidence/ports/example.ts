import type { DatagramAnswer, OpenPort, SweptAddress } from './schema.ts';

/** An address on which nothing but the web listens. */
export const quietAddress: SweptAddress = {
  address: '203.0.113.10',
  host: 'site.lab',
  edge: null,
  sharedWith: null,
  asked: 32,
  closed: [],
  silent: [],
  answering: true,
  unseen: [],
  controls: [],
  tarpit: false,
};

/** A port that accepts connections and sends nothing. */
export const mutePort: Omit<OpenPort, 'port'> = {
  address: '203.0.113.10',
  rttMs: 1,
  sent: '',
  heard: '',
  heardBytes: 0,
  failure: null,
  service: null,
  access: 'unknown',
  product: null,
  version: null,
  marks: [],
  tls: null,
  ssh: null,
};

/** A datagram without an answer. */
export const silentDatagram: DatagramAnswer = {
  address: '203.0.113.10',
  port: 123,
  service: 'ntp',
  state: 'silent',
  sentBytes: 12,
  heardBytes: 0,
  heard: '',
};
