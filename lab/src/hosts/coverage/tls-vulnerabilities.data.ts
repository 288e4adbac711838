import { both, type CoverageTable } from './row.data.ts';

/** The flaws of each endpoint. */
export const tlsVulnerabilitiesCoverage: CoverageTable = {
  'vuln-heartbleed': both(
    'heartbleed.lab fake-heartbleed.lab heartbleed-export.lab heartbleed-des.lab heartbleed-null.lab heartbleed-anonymous.lab',
    'heartbeat.lab fake-heartbeat.lab sound.lab only-anonymous.lab',
  ),
  'vuln-ccs': both('ccs.lab fake-ccs.lab old101.lab', 'sound.lab good.lab ossl3.lab'),
  'vuln-ticketbleed': both('ticketbleed.lab', 'tickets.lab good.lab'),
  'vuln-robot': both('robot-strong.lab robot-weak.lab fake-robot.lab', 'sound-cbc.lab bad.lab'),
  'vuln-poodle-ssl3': both('jsse.lab nss.lab old101.lab', 'good.lab ossl3.lab'),
  'vuln-poodle-tls': both('poodle-tls.lab', 'sound-cbc.lab bad.lab'),
  'vuln-cbc-oracle': both(
    'cbc-goldendoodle.lab cbc-zombie.lab cbc-sleeping.lab cbc-zero-length.lab cbc-2016-2107.lab old101.lab',
    'sound-cbc.lab bad.lab haproxy.lab',
  ),
  'vuln-drown': both('drown-shared.lab old101.lab fake-ssl2.lab', 'good.lab sound.lab'),
  'vuln-freak': both('old100.lab jsse.lab fake-intolerant.lab', 'good.lab bad.lab'),
  'vuln-logjam': both(
    'dh768.lab dh1024-common.lab dh1024-own.lab jsse.lab',
    'good.lab dh2048-common.lab dh2048-own.lab',
  ),
  'vuln-beast': both('bad.lab ccs.lab', 'good.lab sound-cbc.lab'),
  'vuln-opossum': both('opossum.lab', 'good.lab bad.lab'),
  'vuln-starttls-injection': both('starttls-inject.lab', 'starttls-sound.lab'),
  'vuln-alpaca': both('alpaca.lab', 'good.lab'),
  'vuln-insecure-reuse': both('cross-name.lab', 'names-apart.lab good.lab'),
  'vuln-sweet32': both('sweet32.lab', 'good.lab'),
  'vuln-rc4': both('gnutls.lab old101.lab', 'good.lab'),
  'vuln-crime': both('fake-compression.lab', 'good.lab'),
  'vuln-renego': both('renegotiates-insecurely.lab', 'good.lab'),
  'vuln-reneg-dos': both('renegotiates.lab', 'sound.lab'),
  'vuln-raccoon': both('dh-reuse.lab', 'dh2048-common.lab'),
  'vuln-lucky13': both('sound-cbc.lab', 'good.lab sound.lab'),
  'vuln-breach': both('compressed.lab', 'good.lab'),
};
