/** Selectors to try, most common first. Random ones, such as those of Amazon SES, cannot be guessed. */
export const genericSelectors: readonly string[] = [
  ...'default dkim mail google selector1 selector2 s1 s2 k1 k2 k3 key1 key2 key3 email smtp mx main'.split(' '),
  ...'dkim1 dkim2 dkim3 sig1 fm1 fm2 fm3 protonmail protonmail2 protonmail3 mandrill mailjet mailgun'.split(' '),
  ...'sel1 sel2 selector3 s3 dk dk1 a b x test 20230601 20221208 20210112'.split(' '),
  ...'selector1-azurecomm-prod-net selector2-azurecomm-prod-net mesmtp zoho zmail mte1 mte2 mg pic krs pm'.split(' '),
  ...'pm-bounces sendgrid m1 s1024 s2048 smtpapi hs1 hs2 hubspotemail sf1 sf2 salesforce pardot 200608'.split(' '),
  ...'zendesk1 zendesk2 mailchimp k4 everlytickey1 everlytickey2 cm brevo1 brevo2 sib kl kl2 mxvault'.split(' '),
  ...'turbo-smtp amazonses MBO0001 MBO0002 MBO0003 MBO0004 key2022 ionos1 s1-ionos s2-ionos cf2024-1'.split(' '),
  ...'spop1024 litesrv scph0920 mimecast proofpoint ppk1 gm1 gm2 gm3 hostingermail-a hostingermail-b'.split(' '),
  ...'hostingermail-c ed25519 rsa dkim-rsa dkim-ed25519 2022 2023 2024 2025 2026 202401 202501 202601'.split(' '),
];

/** Most selectors queried, by mode. */
export const mostSelectors = { standard: 45, deep: 250 } as const;

/** Labels below which domains often accept mail for newsletters, tickets and alerts; deep mode queries their MX. */
export const mailLabels: readonly string[] =
  'mail smtp news newsletter mailing marketing email em support help info notify alerts lists send bounce'.split(' ');
