import { defineModule } from '../../catalogue/module.ts';
import * as aliases from './protocol/aliases.ts';
import { breach, lucky13 } from './protocol/named-attacks.ts';
import { earlyCcs, heartbleed, ticketbleed } from './implementation/implementation.ts';
import { logjam } from './protocol/logjam.ts';
import { beast, drown, freak, poodleSsl3 } from './protocol/old-protocols.ts';
import { cbcOracle, poodleTls, robot } from './implementation/oracles.ts';
import { opossum, startTlsInjection } from './neighbours/plaintext-upgrade.ts';
import { alpaca, insecureReuse } from './neighbours/shared-trust.ts';

/** Attacks with a name: flaws of implementations, and what old protocols and neighbours open. */
export const tlsVulnerabilities = defineModule({
  id: 'tls_vulnerabilities',
  title: 'TLS vulnerabilities',
  category: 'tls',
  checks: [
    heartbleed,
    earlyCcs,
    ticketbleed,
    robot,
    poodleSsl3,
    poodleTls,
    cbcOracle,
    drown,
    freak,
    logjam,
    beast,
    aliases.sweet32,
    aliases.rc4Biases,
    aliases.crime,
    aliases.renegotiationInjection,
    aliases.renegotiationFlood,
    aliases.raccoon,
    opossum,
    startTlsInjection,
    alpaca,
    insecureReuse,
    lucky13,
    breach,
  ],
});
