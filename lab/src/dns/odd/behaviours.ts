import { flagsOf, type Message, responseCodes } from '@perimeter/protocols/dns/message';
import { parseRdata, printRdata } from '@perimeter/protocols/dns/rdata';
import { internetClass, type ResourceRecord } from '@perimeter/protocols/dns/record';
import { typeCode } from '@perimeter/protocols/dns/types';
import type { Manner } from './zones.data.ts';

/** A query, a sound server's answer, and the number of earlier queries. */
export interface Asked {
  readonly query: Message;
  readonly sound: Message;
  readonly transport: 'udp' | 'tcp';
  readonly count: number;
  /** Milliseconds since the first one. */
  readonly sinceMs: number;
  /** All records of the zone, SOA first. */
  readonly records: readonly ResourceRecord[];
}

/** The reply; null means none. */
export type Sent = Message | Uint8Array | null;

const [soa, mx, aaaa, caa] = [typeCode('SOA'), typeCode('MX'), typeCode('AAAA'), typeCode('CAA')];
const [any, axfr] = [typeCode('ANY'), typeCode('AXFR')];

const isFor = ({ query }: Asked, type: number): boolean => query.questions[0]?.type === type;

const error = (sound: Message, responseCode: number): Message => ({
  ...sound,
  flags: flagsOf({ response: true }),
  responseCode,
  answers: [],
  authorities: [],
});

/** A truncated reply: the client must repeat the query by TCP (RFC 1035 section 4.2.1). */
const cutOff = (sound: Message): Message => ({
  ...sound,
  flags: { ...sound.flags, truncated: true },
  answers: [],
  authorities: [],
});

/** The SOA with another serial or primary. */
function withSoa(message: Message, change: (fields: string[]) => string[]): Message {
  const changed = (record: ResourceRecord): ResourceRecord => {
    if (record.type !== soa) return record;
    const fields = change(printRdata(soa, record.rdata).split(' '));
    return { ...record, rdata: parseRdata(soa, fields.join(' ')) };
  };
  return { ...message, answers: message.answers.map(changed), authorities: message.authorities.map(changed) };
}

/** Another MX target. */
const withOtherMx = (message: Message): Message => ({
  ...message,
  answers: message.answers.map((record) =>
    record.type === mx ? { ...record, rdata: parseRdata(mx, '10 smtp-tls.lab.') } : record,
  ),
});

const text = (name: string, at: number): ResourceRecord => ({
  name,
  type: typeCode('TXT'),
  class: internetClass,
  ttl: 300,
  rdata: parseRdata(typeCode('TXT'), `"${`${at}:`.padEnd(250, 'x')}"`),
});

function transferred({ sound, records, query }: Asked): Message {
  const [first] = records;
  const name = query.questions[0]?.name ?? '';
  const isApex = first !== undefined && first.name === name.toLowerCase();
  return isApex ? { ...sound, responseCode: 0, answers: [...records, first], authorities: [] } : sound;
}

/** Copies sixteen unknown flags and all options, and accepts every EDNS version. */
const echoed = ({ query, sound }: Asked): Message => ({
  ...sound,
  responseCode: sound.responseCode === responseCodes.badVersion ? responseCodes.noError : sound.responseCode,
  edns: query.edns === null ? null : { ...query.edns, extendedResponseCode: 0 },
});

/** Each behaviour on the wire. */
export const behaviours: Readonly<Record<Manner, (asked: Asked) => Sent>> = {
  sound: ({ sound }) => sound,
  refuses: ({ sound }) => error(sound, responseCodes.refused),
  silent: () => null,
  'no-tcp': ({ sound, transport }) => (transport === 'tcp' ? null : sound),
  'tcp-only': ({ sound, transport }) => (transport === 'udp' ? null : sound),
  'truncates-soa': (asked) => (isFor(asked, soa) && asked.transport === 'udp' ? cutOff(asked.sound) : asked.sound),
  'drops-aaaa': (asked) => (isFor(asked, aaaa) ? null : asked.sound),
  'no-aaaa': (asked) => (isFor(asked, aaaa) ? error(asked.sound, responseCodes.notImplemented) : asked.sound),
  'no-caa': (asked) => (isFor(asked, caa) ? error(asked.sound, responseCodes.serverFailure) : asked.sound),
  'not-authoritative': ({ sound }) => ({ ...sound, flags: flagsOf({ response: true }) }),
  formerr: ({ query, sound }) =>
    query.edns === null ? sound : { ...error(sound, responseCodes.formatError), questions: [], edns: null },
  'ignores-edns': ({ sound }) => ({ ...sound, edns: null }),
  'drops-edns': ({ query, sound }) => (query.edns === null ? sound : null),
  'odd-edns': echoed,
  'loses-case': ({ sound }) => ({
    ...sound,
    questions: sound.questions.map((question) => ({ ...question, name: question.name.toLowerCase() })),
  }),
  changes: ({ sound, count }) => ({
    ...sound,
    answers: sound.answers.map((record) =>
      record.type === typeCode('A') ? { ...record, rdata: Uint8Array.of(203, 0, 113, count % 250) } : record,
    ),
  }),
  transfers: (asked) => (isFor(asked, axfr) ? transferred(asked) : asked.sound),
  'large-any': (asked) => {
    const name = asked.query.questions[0]?.name ?? '';
    const texts = Array.from({ length: 11 }, (_, at) => text(name, at));
    return isFor(asked, any) ? { ...asked.sound, answers: [...asked.sound.answers, ...texts] } : asked.sound;
  },
  garbled: ({ query }) =>
    Uint8Array.from([query.id >> 8, query.id & 0xff, 0x84, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0xc0, 0xff]),
  'later-serial': ({ sound }) =>
    withSoa(sound, ([m = '', r = '', serial = '', ...rest]) => [m, r, `${Number(serial) + 5}`, ...rest]),
  'other-mx': ({ sound }) => withOtherMx(sound),
  'catches-up': ({ sound, sinceMs }) =>
    sinceMs > 2_000
      ? sound
      : withSoa(sound, ([m = '', r = '', serial = '', ...rest]) => [m, r, `${Number(serial) - 1}`, ...rest]),
  'other-primary': ({ sound }) => withSoa(sound, ([, r = '', , ...rest]) => ['odd2.nic.lab', r, '42', ...rest]),
};
