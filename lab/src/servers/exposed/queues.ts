import { octets, service, type TcpFake } from './fake.ts';

const short = (text: string): Buffer => Buffer.concat([Buffer.from([text.length]), octets(text)]);
const long = (body: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  return Buffer.concat([length, body]);
};

/** AMQP 0-9-1: the protocol header is answered by Connection.Start, with product, version and the ways to log in. */
export const amqp = (product: string, mechanisms: string): TcpFake =>
  service(null, (message) => {
    if (message.length < 8) return null;
    if (message.toString('latin1', 0, 4) !== 'AMQP') return octets('AMQP\0\0\x09\x01');
    const property = (name: string, value: string): Buffer =>
      Buffer.concat([short(name), octets('S'), long(octets(value))]);
    const properties = long(Buffer.concat([property('product', product), property('version', '3.12.1')]));
    const body = Buffer.concat([
      Buffer.from([0, 10, 0, 10, 0, 9]),
      properties,
      long(octets(mechanisms)),
      long(octets('en_US')),
    ]);
    return Buffer.concat([Buffer.from([1, 0, 0]), long(body), Buffer.from([0xce])]);
  });

/** Metadata up to version 12, and ApiVersions up to 3. */
const apiVersions = Buffer.from([0, 0, 0, 0, 0, 2, 0, 3, 0, 0, 0, 12, 0, 18, 0, 0, 0, 3]);
/** No throttle, broker 1 at "lab:9092" without a rack, no cluster id, controller 1, no topics. */
const metadata = Buffer.concat([
  Buffer.from([0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 3]),
  octets('lab'),
  Buffer.from([0, 0, 0x23, 0x84, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 1, 0, 0, 0, 0]),
]);

/** Kafka: every listener answers ApiVersions; one that requires a login closes at Metadata before it. */
export const kafka = (isOpen: boolean): TcpFake =>
  service(null, (message) => {
    if (message.length < 14) return null;
    const key = message.readInt16BE(4);
    if (key !== 18 && !(isOpen && key === 3)) return 'close';
    return long(Buffer.concat([message.subarray(8, 12), key === 18 ? apiVersions : metadata]));
  });

/** ActiveMQ speaks first: WireFormatInfo of OpenWire. */
export const activemq: TcpFake = service(
  long(Buffer.concat([Buffer.from([1]), octets('ActiveMQ'), Buffer.from([0, 0, 0, 12, 1, 0, 0, 0, 0])])),
  () => null,
);
