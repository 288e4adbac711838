import { defineModule } from '../../catalogue/module.ts';
import * as clients from './clients/services.ts';
import * as dane from './dane/all.ts';
import * as mtaSts from './mta-sts/all.ts';
import * as mx from './mx/all.ts';
import * as reports from './reports/tls-rpt.ts';
import * as smtp from './smtp/all.ts';

/** How mail reaches the domain: MX hosts, SMTP with STARTTLS, DANE, MTA-STS, TLS-RPT. */
export const emailTransport = defineModule({
  id: 'email_transport',
  title: 'E-mail transport',
  category: 'dns_email',
  topics: [clients, dane, mtaSts, mx, reports, smtp],
});
