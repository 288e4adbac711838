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
  /**
   * What the names were compared with: `page`, the provider's documentation, which names SPF or DKIM records of customers (and zone
   * files for the rest); `records`, zone files and configurations that customers publish: no copy of a page with the names was at hand.
   */
  comparedWith: 'page' | 'records';
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
  comparedWith: MailProvider['comparedWith'],
  source: MailProvider['source'],
): MailProvider => {
  const words = (text: string): string[] => text.split(' ').filter((word) => word !== '');
  return { name, kind, mx: words(mx), spf: words(spf), selectors: words(selectors), comparedWith, source };
};

/** The day on which the rows were last compared with their sources, as far as these were kept by public archives. */
export const providersDate = '2026-11-23';

/**
 * Providers by their records; a row without an MX or SPF name is recognised by the other. Names that neither a provider's page
 * nor records in use show are left out, as are selectors that customers choose themselves.
 */
export const mailProviders: readonly MailProvider[] = [
  row(
    'Google Workspace',
    'mailboxes',
    { mx: 'smtp.google.com aspmx.l.google.com googlemail.com', spf: '_spf.google.com', selectors: 'google' },
    'records',
    'https://support.google.com/a/answer/174125',
  ),
  row(
    'Microsoft 365',
    'mailboxes',
    {
      mx: 'mail.protection.outlook.com mx.microsoft',
      spf: 'spf.protection.outlook.com',
      selectors: 'selector1 selector2',
    },
    'page',
    'https://learn.microsoft.com/en-us/microsoft-365/enterprise/external-domain-name-system-records',
  ),
  row(
    'Fastmail',
    'mailboxes',
    { mx: 'messagingengine.com', spf: 'spf.messagingengine.com', selectors: 'fm1 fm2 fm3' },
    'page',
    'https://www.fastmail.help/hc/en-us/articles/360060591153',
  ),
  row(
    'Proton Mail',
    'mailboxes',
    {
      mx: 'mail.protonmail.ch mailsec.protonmail.ch',
      spf: '_spf.protonmail.ch',
      selectors: 'protonmail protonmail2 protonmail3',
    },
    'page',
    'https://proton.me/support/anti-spoofing-custom-domain',
  ),
  row(
    'Zoho Mail',
    'mailboxes',
    {
      mx: 'zoho.com zoho.eu zoho.in',
      spf: 'zoho.com zoho.eu zoho.in zohomail.com zohomail.eu',
      selectors: 'zmail zoho',
    },
    'records',
    'https://www.zoho.com/mail/help/adminconsole/dkim-configuration.html',
  ),
  row(
    'iCloud Mail',
    'mailboxes',
    { mx: 'mail.icloud.com', spf: 'icloud.com', selectors: 'sig1' },
    'records',
    'https://support.apple.com/en-us/102374',
  ),
  row(
    'mailbox.org',
    'mailboxes',
    { mx: 'mailbox.org', spf: 'mailbox.org', selectors: 'MBO0001 MBO0002 MBO0003 MBO0004' },
    'page',
    'https://kb.mailbox.org/en/private/custom-domains/using-e-mails-with-a-custom-domain',
  ),
  row(
    'Tuta',
    'mailboxes',
    { mx: 'mail.tutanota.de', spf: 'spf.tutanota.de', selectors: 's1 s2' },
    'records',
    'https://tuta.com/blog/dkim-custom-email-domain',
  ),
  row(
    'Migadu',
    'mailboxes',
    { mx: 'migadu.com', spf: 'spf.migadu.com', selectors: 'key1 key2 key3' },
    'records',
    'https://www.migadu.com/guides/dns/',
  ),
  row(
    'Infomaniak',
    'mailboxes',
    { mx: 'mta-gw.infomaniak.ch', spf: 'spf.infomaniak.ch', selectors: '' },
    'page',
    'https://www.infomaniak.com/en/support/faq/2199/manage-spf-records',
  ),
  row(
    'IONOS',
    'mailboxes',
    {
      mx: 'kundenserver.de ionos.com ionos.de ionos.it ionos.es',
      spf: 'ionos.com kundenserver.de',
      selectors: 's1-ionos s2-ionos',
    },
    'records',
    'https://www.ionos.com/help/domains/configuring-mail-servers-and-other-related-records/',
  ),
  row(
    'OVHcloud',
    'mailboxes',
    { mx: 'mail.ovh.net', spf: 'mx.ovh.com', selectors: '' },
    'records',
    'https://help.ovhcloud.com/csm/en-dns-zone-dkim?id=kb_article_view&sysparm_article=KB0058258',
  ),
  row(
    'Gandi',
    'mailboxes',
    { mx: 'mail.gandi.net', spf: '_mailcust.gandi.net', selectors: 'gm1 gm2 gm3' },
    'page',
    'https://helpdesk.gandi.net/hc/en-us/articles/14001808469404-What-is-an-SPF-record',
  ),
  row(
    'Hostinger',
    'mailboxes',
    {
      mx: 'mx1.hostinger.com mx2.hostinger.com',
      spf: '_spf.mail.hostinger.com',
      selectors: 'hostingermail-a hostingermail-b hostingermail-c',
    },
    'page',
    'https://support.hostinger.com/en/articles/1583673-what-is-hostinger-spf-record',
  ),
  row(
    'Yandex 360',
    'mailboxes',
    { mx: 'mx.yandex.net mx.yandex.ru', spf: '_spf.yandex.net', selectors: 'mail' },
    'page',
    'https://yandex.com/support/yandex-360/business/admin/en/mail/configuration',
  ),
  row(
    'Mimecast',
    'filter',
    { mx: 'mimecast.com', spf: '_netblocks.mimecast.com', selectors: '' },
    'page',
    'https://mimecastsupport.zendesk.com/hc/en-us/articles/34000792642963',
  ),
  row(
    'Proofpoint',
    'filter',
    { mx: 'pphosted.com ppe-hosted.com', spf: 'ppe-hosted.com', selectors: '' },
    'records',
    'https://help.proofpoint.com/',
  ),
  row(
    'Cisco Secure Email',
    'filter',
    { mx: 'iphmx.com', spf: 'iphmx.com', selectors: '' },
    'page',
    'https://www.cisco.com/c/en/us/support/docs/security/email-security-appliance/213938-understanding-the-ces-spf-record.html',
  ),
  row(
    'Barracuda',
    'filter',
    { mx: 'ess.barracudanetworks.com', spf: 'ess.barracudanetworks.com', selectors: '' },
    'records',
    'https://campus.barracuda.com/doc/96022990',
  ),
  row(
    'Cloudflare Email Routing',
    'filter',
    { mx: 'mx.cloudflare.net', spf: '_spf.mx.cloudflare.net', selectors: 'cf2024-1' },
    'page',
    'https://developers.cloudflare.com/email-routing/postmaster/',
  ),
  row(
    'SendGrid',
    'sender',
    { mx: '', spf: 'sendgrid.net', selectors: 's1 s2' },
    'records',
    'https://www.twilio.com/docs/sendgrid/ui/account-and-settings/how-to-set-up-domain-authentication',
  ),
  row(
    'Mailchimp',
    'sender',
    { mx: '', spf: 'servers.mcsv.net', selectors: 'k1 k2 k3' },
    'records',
    'https://mailchimp.com/help/set-up-email-domain-authentication/',
  ),
  row(
    'Mailchimp Transactional (Mandrill)',
    'sender',
    { mx: '', spf: 'spf.mandrillapp.com', selectors: 'mte1 mte2' },
    'page',
    'https://mailchimp.com/developer/release-notes/new-sending-domain-authentication-requirements',
  ),
  row(
    'Amazon SES',
    'sender',
    { mx: '', spf: 'amazonses.com', selectors: '' },
    'page',
    'https://docs.aws.amazon.com/ses/latest/dg/send-email-authentication-spf.html',
  ),
  row(
    'Mailgun',
    'sender',
    { mx: '', spf: 'mailgun.org', selectors: 'pdk1 pdk2 mailo mx' },
    'records',
    'https://documentation.mailgun.com/docs/mailgun/user-manual/domains/',
  ),
  row(
    'Postmark',
    'sender',
    { mx: '', spf: 'spf.mtasv.net', selectors: '' },
    'records',
    'https://postmarkapp.com/support/article/1002-getting-started-with-postmark',
  ),
  row(
    'Brevo',
    'sender',
    { mx: '', spf: 'spf.brevo.com sendinblue.com', selectors: 'brevo1 brevo2 mail' },
    'records',
    'https://help.brevo.com/hc/en-us/articles/17286219877778',
  ),
  row(
    'HubSpot',
    'sender',
    { mx: '', spf: 'hubspotemail.net', selectors: 'hs1 hs2' },
    'records',
    'https://knowledge.hubspot.com/marketing-email/manage-email-authentication-in-hubspot',
  ),
  row(
    'Salesforce',
    'sender',
    { mx: '', spf: '_spf.salesforce.com', selectors: '' },
    'records',
    'https://help.salesforce.com/s/articleView?id=sales.emailadmin_create_secure_dkim.htm',
  ),
  row(
    'Zendesk',
    'sender',
    { mx: '', spf: 'mail.zendesk.com', selectors: 'zendesk1 zendesk2' },
    'page',
    'https://support.zendesk.com/hc/en-us/articles/4867238761626-What-are-SPF-DNS-and-TXT-records',
  ),
  row(
    'Mailjet',
    'sender',
    { mx: '', spf: 'spf.mailjet.com', selectors: 'mailjet' },
    'records',
    'https://documentation.mailjet.com/hc/en-us/articles/360042412734',
  ),
];
