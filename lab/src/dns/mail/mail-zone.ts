import { text, type Zone, type ZoneRecord } from '../zone.ts';

/** A zone with a mail property, and its description. */
export interface MailZone extends Zone {
  readonly what: string;
}

/** An address with only DNS open, so that web audits are refused at once. */
const deafAddress = '203.0.113.12';

/** A TXT record. */
export const txt = (owner: string, content: string): ZoneRecord => [owner, 'TXT', text(content)];

/** A zone without a web site, with these records. */
export const mailZone = (origin: string, what: string, ...records: readonly ZoneRecord[]): MailZone => ({
  origin,
  what,
  nameServers: ['ns1.nic.lab', 'ns2.nic.lab'],
  records: [['@', 'A', deafAddress], ...records],
});

/** A zone without an address, for the domain and its www host. */
export const bareZone = (origin: string, what: string, ...records: readonly ZoneRecord[]): MailZone => ({
  ...mailZone(origin, what),
  records,
});

/** The domain's own mail host. */
export const mx: ZoneRecord = ['@', 'MX', '10 mail.good.lab.'];

/** The strictest DMARC record, with reports. */
export const reject = (origin: string): ZoneRecord => txt('_dmarc', `v=DMARC1; p=reject; rua=mailto:dmarc@${origin}`);
