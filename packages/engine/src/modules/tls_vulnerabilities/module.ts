import { defineModule } from '../../catalogue/module.ts';
import * as aliases from './protocol/aliases.ts';
import { vulnBreach, vulnLucky13 } from './protocol/named-attacks.ts';
import { vulnCcs, vulnHeartbleed, vulnTicketbleed } from './implementation/implementation.ts';
import { vulnLogjam } from './protocol/logjam.ts';
import { vulnBeast, vulnDrown, vulnFreak, vulnPoodleSsl3 } from './protocol/old-protocols.ts';
import { vulnCbcOracle, vulnPoodleTls, vulnRobot } from './implementation/oracles.ts';
import { vulnOpossum, vulnStarttlsInjection } from './neighbours/plaintext-upgrade.ts';
import { vulnAlpaca } from './neighbours/alpaca.ts';
import { vulnInsecureReuse } from './neighbours/insecure-reuse.ts';

/** Attacks with a name: flaws of implementations, and what old protocols and neighbours open. */
export const tlsVulnerabilities = defineModule({
  id: 'tls_vulnerabilities',
  title: 'TLS vulnerabilities',
  category: 'tls',
  checks: [
    vulnHeartbleed,
    vulnCcs,
    vulnTicketbleed,
    vulnRobot,
    vulnPoodleSsl3,
    vulnPoodleTls,
    vulnCbcOracle,
    vulnDrown,
    vulnFreak,
    vulnLogjam,
    vulnBeast,
    aliases.vulnSweet32,
    aliases.vulnRc4,
    aliases.vulnCrime,
    aliases.vulnRenego,
    aliases.vulnRenegDos,
    aliases.vulnRaccoon,
    vulnOpossum,
    vulnStarttlsInjection,
    vulnAlpaca,
    vulnInsecureReuse,
    vulnLucky13,
    vulnBreach,
  ],
});
