import type { Flight } from '@perimeter/protocols/tls/handshake/flight-state';
import { wireVersions } from '@perimeter/protocols/tls/registry/versions';
import type { TlsVersionName } from '../../evidence/tls/schema.ts';
import { type ServerAnswer, speaks } from './answer.ts';
import { createConnection, type EndpointConnection } from './connection.ts';
import type { Attempt } from './exchange.ts';
import { firstSuitesOf, tls13Suites } from './hello/code-points.ts';
import {
  type BuiltHello,
  type HelloSpec,
  type HelloStyle,
  type HelloVersion,
  createHelloBuilder,
  plainStyle,
} from './hello/hello.ts';
import type { PoolOptions } from './pool.ts';

/** How one hello is sent. */
export interface SendOptions {
  enough?: Attempt['enough'];
  /** The key under which the first bytes of the answer are stored. */
  keep?: string | ((answer: ServerAnswer) => KeepAs | null);
  /** False for answers with another server name: their chain is not this host's. */
  observed?: boolean;
  /** Cuts the record in two after this many bytes. */
  splitAfter?: number;
  /** A connection that ends without an answer is not diagnosed. */
  isOnce?: boolean;
}

/** The key under which an answer is stored; isBrief: only its first bytes. */
export interface KeepAs {
  name: string;
  isBrief?: boolean;
}

/** One answer, as the client reports it. */
export interface Reported {
  answer: ServerAnswer;
  atMs: number;
  keep: KeepAs | null;
  observed: boolean;
}

/** A TLS client of one endpoint: it knows the hellos that are answered, and reports each answer. */
export interface TlsClient {
  connection: EndpointConnection;
  build: (spec: HelloSpec) => BuiltHello;
  /** Sends one hello. */
  ask: (spec: HelloSpec, options?: SendOptions) => Promise<ServerAnswer>;
  /** Sends a hello that is already built. */
  askBuilt: (hello: BuiltHello, options?: SendOptions) => Promise<ServerAnswer>;
  /** The style of hellos for this endpoint. */
  readonly style: Readonly<HelloStyle>;
  /** Changes the style of later hellos. */
  adapt: (style: Partial<HelloStyle>) => void;
  /** A hello of this version that is answered, once the endpoint has accepted it. */
  knownGood: (version: HelloVersion) => HelloSpec;
  /** Sends a hello; if its version is accepted, the known-good hello uses it from now on. */
  tryVersion: (spec: HelloSpec, options: SendOptions) => Promise<ServerAnswer>;
}

/** Options of a client: its address, the server name, the seed of the audit, and the callback for each answer. */
export interface TlsClientOptions extends PoolOptions {
  serverName: string;
  seed: string;
  report: (reported: Reported) => void;
}

/** The ServerHello is enough for the choice. */
export const untilHello = (flight: Flight): boolean => flight.serverHello !== null;

const segmentsOf = (record: Uint8Array, splitAfter: number | undefined): Uint8Array[] =>
  splitAfter === undefined ? [record] : [record.subarray(0, splitAfter), record.subarray(splitAfter)];

const keepAs = (keep: SendOptions['keep'], answer: ServerAnswer): KeepAs | null =>
  typeof keep === 'string' ? { name: keep } : (keep?.(answer) ?? null);

/** Creates a client; it opens no socket before its first hello. */
export function createTlsClient({ serverName, seed, report, ...place }: TlsClientOptions): TlsClient {
  const connection = createConnection(place);
  const style = plainStyle();
  const build = createHelloBuilder(serverName, seed, style);
  const suites = new Map<TlsVersionName, number>();

  const askBuilt: TlsClient['askBuilt'] = async (hello, options = {}) => {
    const { enough = untilHello, keep, observed = true, splitAfter, isOnce = false } = options;
    const segments = segmentsOf(hello.record, splitAfter);
    const answer = await connection.send({ offer: hello.offer, segments, enough, isOnce });
    report({ answer, atMs: Date.now(), keep: keepAs(keep, answer), observed });
    return answer;
  };
  const knownGood: TlsClient['knownGood'] = (version) => {
    const known = suites.get(version);
    const usual = version === 'TLSv1.3' ? tls13Suites : firstSuitesOf(version);
    return { version, suites: known === undefined || usual.includes(known) ? usual : [...usual, known] };
  };
  const ask: TlsClient['ask'] = (spec, options) => askBuilt(build(spec), options);
  return {
    connection,
    build,
    ask,
    askBuilt,
    style,
    adapt: (change) => {
      Object.assign(style, change);
    },
    knownGood,
    tryVersion: async (spec, options) => {
      const answer = await ask(spec, options);
      if (answer.kind === 'hello' && speaks(answer, wireVersions[spec.version])) {
        suites.set(spec.version, answer.hello.suite);
        const { record, offer } = build(knownGood(spec.version));
        connection.setControl({ offer, segments: [record], enough: untilHello });
      }
      return answer;
    },
  };
}
