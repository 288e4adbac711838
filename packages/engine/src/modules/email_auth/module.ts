import { defineModule } from '../../catalogue/module.ts';
import * as bimi from './bimi/record.ts';
import * as dkim from './dkim/all.ts';
import * as dmarc from './dmarc/all.ts';
import * as spf from './spf/all.ts';

/** Who may send mail in the name of the domain, and how receivers treat other mail: SPF, DKIM, DMARC, BIMI. */
export const emailAuth = defineModule({
  id: 'email_auth',
  title: 'E-mail authentication',
  category: 'dns_email',
  topics: [bimi, dkim, dmarc, spf],
});
