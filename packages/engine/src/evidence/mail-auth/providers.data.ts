/** What a provider does for a domain: keeps mailboxes, filters mail before them, or sends in the domain's name. */
export type ProviderKind = 'mailboxes' | 'filter' | 'sender';

/** A provider of mail, and how a domain's records show that it is used. */
export interface MailProvider {
  name: string;
  kind: ProviderKind;
  /** Ends of the names of its MX hosts. */
  mx: readonly string[];
  /** Ends of the names that SPF records of its customers include. */
  spf: readonly string[];
  /** DKIM selectors that its customers publish; none where they are random. */
  selectors: readonly string[];
  /** The provider's own page on these records. */
  source: `https://${string}`;
}

interface Signs {
  mx: string;
  spf: string;
  selectors: string;
}

const row = (
  name: string,
  kind: ProviderKind,
  { mx, spf, selectors }: Signs,
  source: MailProvider['source'],
): MailProvider => {
  const words = (text: string): string[] => text.split(' ').filter((word) => word !== '');
  return { name, kind, mx: words(mx), spf: words(spf), selectors: words(selectors), source };
};

/** The day on which the list was last changed. The rows still await a comparison with what stands at their sources. */
export const providersDate = '2026-11-22';

/** Providers by their records; a row without an MX or SPF name is recognised by the other. */
export const mailProviders: readonly MailProvider[] = [
  row(
    'Google Workspace',
    'mailboxes',
    { mx: 'smtp.google.com aspmx.l.google.com googlemail.com', spf: '_spf.google.com', selectors: 'google' },
    'https://support.google.com/a/answer/174124',
  ),
  row(
    'Microsoft 365',
    'mailboxes',
    {
      mx: 'mail.protection.outlook.com mx.microsoft',
      spf: 'spf.protection.outlook.com',
      selectors: 'selector1 selector2',
    },
    'https://learn.microsoft.com/en-us/defender-office-365/email-authentication-dkim-configure',
  ),
  row(
    'Fastmail',
    'mailboxes',
    { mx: 'messagingengine.com', spf: 'spf.messagingengine.com', selectors: 'fm1 fm2 fm3' },
    'https://www.fastmail.help/hc/en-us/articles/360060591153-Manual-DNS-configuration',
  ),
  row(
    'Proton Mail',
    'mailboxes',
    {
      mx: 'mail.protonmail.ch mailsec.protonmail.ch',
      spf: '_spf.protonmail.ch',
      selectors: 'protonmail protonmail2 protonmail3',
    },
    'https://proton.me/support/anti-spoofing-custom-domain',
  ),
  row(
    'Zoho Mail',
    'mailboxes',
    {
      mx: 'zoho.com zoho.eu zoho.in',
      spf: 'zoho.com zoho.eu zoho.in zohomail.com zohomail.eu zohomail.in',
      selectors: 'zmail zoho',
    },
    'https://www.zoho.com/mail/help/adminconsole/dkim-configuration.html',
  ),
  row(
    'iCloud Mail',
    'mailboxes',
    { mx: 'mail.icloud.com', spf: 'icloud.com', selectors: 'sig1' },
    'https://support.apple.com/en-us/102374',
  ),
  row(
    'mailbox.org',
    'mailboxes',
    { mx: 'mailbox.org', spf: 'mailbox.org', selectors: 'MBO0001 MBO0002 MBO0003 MBO0004' },
    'https://kb.mailbox.org/en/private/custom-domains/using-e-mail-addresses-of-your-domain/',
  ),
  row(
    'Tuta',
    'mailboxes',
    { mx: 'mail.tutanota.de', spf: 'spf.tutanota.de', selectors: 's1 s2' },
    'https://tuta.com/support/',
  ),
  row(
    'Migadu',
    'mailboxes',
    { mx: 'migadu.com', spf: 'spf.migadu.com', selectors: 'key1 key2 key3' },
    'https://www.migadu.com/guides/dns/',
  ),
  row(
    'Infomaniak',
    'mailboxes',
    { mx: 'mta-gw.infomaniak.ch', spf: 'spf.infomaniak.ch', selectors: '' },
    'https://www.infomaniak.com/en/support/faq/2082',
  ),
  row(
    'IONOS',
    'mailboxes',
    {
      mx: 'kundenserver.de ionos.com ionos.co.uk ionos.fr ionos.es',
      spf: 'kundenserver.de ionos.com',
      selectors: 's1-ionos s2-ionos ionos1',
    },
    'https://www.ionos.com/help/domains/configuring-mail-servers-and-other-related-records/',
  ),
  row(
    'OVHcloud',
    'mailboxes',
    { mx: 'mail.ovh.net', spf: 'mx.ovh.com', selectors: '' },
    'https://help.ovhcloud.com/csm/en-dns-zone-dkim',
  ),
  row(
    'Gandi',
    'mailboxes',
    { mx: 'mail.gandi.net', spf: '_mailcust.gandi.net', selectors: 'gm1 gm2 gm3' },
    'https://docs.gandi.net/en/gandimail/',
  ),
  row(
    'Hostinger',
    'mailboxes',
    {
      mx: 'mx1.hostinger.com mx2.hostinger.com',
      spf: '_spf.mail.hostinger.com',
      selectors: 'hostingermail-a hostingermail-b hostingermail-c',
    },
    'https://support.hostinger.com/en/articles/1583445-how-to-set-up-email-dns-records',
  ),
  row(
    'Yandex 360',
    'mailboxes',
    { mx: 'mx.yandex.net', spf: '_spf.yandex.net', selectors: 'mail' },
    'https://yandex.com/support/business/domains/dkim.html',
  ),
  row(
    'Mimecast',
    'filter',
    { mx: 'mimecast.com', spf: 'mimecast.com', selectors: 'mimecast' },
    'https://mimecastsupport.zendesk.com/hc/en-us',
  ),
  row(
    'Proofpoint',
    'filter',
    { mx: 'pphosted.com ppe-hosted.com', spf: 'pphosted.com', selectors: 'proofpoint ppk1' },
    'https://help.proofpoint.com/',
  ),
  row(
    'Cisco Secure Email',
    'filter',
    { mx: 'iphmx.com', spf: 'iphmx.com', selectors: '' },
    'https://docs.ces.cisco.com/docs',
  ),
  row(
    'Barracuda',
    'filter',
    { mx: 'barracudanetworks.com', spf: 'barracudanetworks.com', selectors: '' },
    'https://campus.barracuda.com/product/emailgatewaydefense/',
  ),
  row(
    'Cloudflare Email Routing',
    'filter',
    { mx: 'mx.cloudflare.net', spf: '_spf.mx.cloudflare.net', selectors: 'cf2024-1' },
    'https://developers.cloudflare.com/email-routing/postmaster/',
  ),
  row(
    'SendGrid',
    'sender',
    { mx: '', spf: 'sendgrid.net', selectors: 's1 s2' },
    'https://www.twilio.com/docs/sendgrid/ui/account-and-settings/how-to-set-up-domain-authentication',
  ),
  row(
    'Mailchimp',
    'sender',
    { mx: '', spf: 'servers.mcsv.net', selectors: 'k1 k2 k3' },
    'https://mailchimp.com/help/set-up-email-domain-authentication/',
  ),
  row(
    'Mandrill',
    'sender',
    { mx: '', spf: 'spf.mandrillapp.com', selectors: 'mandrill mte1 mte2' },
    'https://mailchimp.com/developer/transactional/docs/authentication-delivery/',
  ),
  row(
    'Amazon SES',
    'sender',
    { mx: '', spf: 'amazonses.com', selectors: '' },
    'https://docs.aws.amazon.com/ses/latest/dg/send-email-authentication-dkim-easy.html',
  ),
  row(
    'Mailgun',
    'sender',
    { mx: '', spf: 'mailgun.org', selectors: 'mg pic krs mailgun' },
    'https://documentation.mailgun.com/docs/mailgun/user-manual/domains/',
  ),
  row(
    'Postmark',
    'sender',
    { mx: '', spf: 'spf.mtasv.net', selectors: 'pm pm-bounces' },
    'https://postmarkapp.com/support/article/1002-getting-started-with-postmark',
  ),
  row(
    'Brevo',
    'sender',
    { mx: '', spf: 'sendinblue.com spf.brevo.com', selectors: 'brevo1 brevo2 mail' },
    'https://help.brevo.com/hc/en-us/articles/12163873383186',
  ),
  row(
    'HubSpot',
    'sender',
    { mx: '', spf: 'hubspotemail.net', selectors: 'hs1 hs2' },
    'https://knowledge.hubspot.com/marketing-email/manage-email-authentication-in-hubspot',
  ),
  row(
    'Salesforce',
    'sender',
    { mx: '', spf: '_spf.salesforce.com', selectors: 'sf1 sf2 salesforce' },
    'https://help.salesforce.com/s/articleView?id=sales.emailadmin_create_secure_dkim.htm',
  ),
  row(
    'Zendesk',
    'sender',
    { mx: '', spf: 'mail.zendesk.com', selectors: 'zendesk1 zendesk2' },
    'https://support.zendesk.com/hc/en-us/articles/4408832828698',
  ),
  row(
    'Klaviyo',
    'sender',
    { mx: '', spf: 'klaviyomail.com', selectors: 'kl kl2' },
    'https://help.klaviyo.com/hc/en-us/articles/115000357752',
  ),
  row(
    'Mailjet',
    'sender',
    { mx: '', spf: 'spf.mailjet.com', selectors: 'mailjet' },
    'https://documentation.mailjet.com/hc/en-us/articles/360042412734',
  ),
];
