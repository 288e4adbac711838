import { rpcDatagram } from './files.ts';
import { octets, type UdpFake } from './fake.ts';

/** NTP (RFC 9327): mode 6 asks for the variables of the server; mode 3 is a client that asks for the time. */
const ntp =
  (answersControl: boolean): UdpFake =>
  (datagram) => {
    const mode = (datagram[0] ?? 0) & 7;
    if (mode === 3 && datagram.length >= 48) {
      const answer = Buffer.alloc(48);
      answer.set([0x24, 2, 6, 0xe8]);
      Buffer.from(datagram).copy(answer, 24, 40, 48);
      return answer;
    }
    if (mode !== 6 || !answersControl) return null;
    const variables = octets(
      'version="ntpd 4.2.6p5@1.2349-o Mon Jan 25 14:25:42 UTC 2016 (1)", processor="x86_64", system="Linux/3.2.0-4-amd64", ' +
        'leap=0, stratum=2, precision=-22, rootdelay=12.561, rootdisp=42.512, refid=192.0.2.1, peer=0, tc=6, mintc=3\r\n',
    );
    const head = Buffer.from([
      datagram[0] ?? 0,
      0x80 | ((datagram[1] ?? 2) & 0x1f),
      datagram[2] ?? 0,
      datagram[3] ?? 0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      variables.length,
    ]);
    return Buffer.concat([head, variables, Buffer.alloc((4 - (variables.length % 4)) % 4)]);
  };

/** SSDP: one device that describes itself in full. */
const ssdp: UdpFake = (datagram) =>
  Buffer.from(datagram).toString('latin1', 0, 8) === 'M-SEARCH'
    ? octets(
        'HTTP/1.1 200 OK\r\nCACHE-CONTROL: max-age=1800\r\nEXT:\r\nLOCATION: http://198.18.0.1:49152/description.xml\r\n' +
          'SERVER: Linux/3.14 UPnP/1.0 Portable SDK for UPnP devices/1.6.18\r\nST: upnp:rootdevice\r\n' +
          'USN: uuid:2f402f80-da50-11e1-9b23-001788255acc::upnp:rootdevice\r\n\r\n',
      )
    : null;

/** CLDAP (MS-ADTS 7.3.3.2): the root of a directory, as an entry of several hundred octets. */
const cldap: UdpFake = (datagram) => {
  if (datagram[0] !== 0x30) return null;
  const values = octets('dc=lab,dc=example '.repeat(20));
  const entry = Buffer.concat([Buffer.from([4, 0, 0x30, 0x82, values.length >> 8, values.length & 0xff]), values]);
  const operation = Buffer.concat([Buffer.from([0x64, 0x82, entry.length >> 8, entry.length & 0xff]), entry]);
  const body = Buffer.concat([Buffer.from([2, 1, 1]), operation]);
  return Buffer.concat([Buffer.from([0x30, 0x82, body.length >> 8, body.length & 0xff]), body]);
};

/** RMCP: a presence ping is answered by a pong that names IPMI (IPMI 2.0 section 13.2.4). */
const ipmi: UdpFake = (datagram) =>
  datagram[0] === 6 && datagram[3] === 6
    ? Buffer.from([
        6,
        0,
        0xff,
        6,
        0,
        0,
        0x11,
        0xbe,
        0x40,
        datagram[9] ?? 0,
        0,
        16,
        0,
        0,
        0x11,
        0xbe,
        0,
        0,
        0,
        0,
        0x81,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
      ])
    : null;

/** memcached over UDP: a frame of eight octets before the text. */
const memcached: UdpFake = (datagram) =>
  datagram.length > 8
    ? Buffer.concat([Buffer.from(datagram.slice(0, 2)), Buffer.from([0, 0, 0, 1, 0, 0]), octets('VERSION 1.4.33\r\n')])
    : null;

const chargen = octets(`${' !"#$%&\'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefg\r\n'.repeat(8)}`);
const quote = octets('"The lab is a place for honest mistakes." (a quote of the day, RFC 865)\r\n');
/** CoAP (RFC 7252): the list of resources. */
const coap: UdpFake = (datagram) =>
  (datagram[0] ?? 0) >> 6 === 1
    ? Buffer.concat([
        Buffer.from([0x60, 0x45, datagram[2] ?? 0, datagram[3] ?? 0, 0xc1, 0x28, 0xff]),
        octets('</sensors>;rt="lab",'.repeat(8)),
      ])
    : null;

/** UDP services in their open and guarded state; null: no answer. */
export const udpServices: Readonly<Record<string, { readonly open: UdpFake; readonly guarded: UdpFake }>> = {
  ntp: { open: ntp(true), guarded: ntp(false) },
  ssdp: { open: ssdp, guarded: () => null },
  cldap: { open: cldap, guarded: () => null },
  ipmi: { open: ipmi, guarded: () => null },
  'memcached-udp': { open: memcached, guarded: () => null },
  chargen: { open: () => chargen, guarded: () => null },
  qotd: { open: () => quote, guarded: () => null },
  portmap: { open: rpcDatagram, guarded: () => null },
  coap: { open: coap, guarded: () => null },
};
