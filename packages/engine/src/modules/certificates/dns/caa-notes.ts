import { notApplicable } from '../../../catalogue/outcome.ts';
import { type Caa, parseIssue, recordsOf, stoppingRecords } from '../../derive/certificates/caa-records.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { caaRecords } from '../../derive/subjects/caa.ts';
import { listed } from '../../../evidence/words/text.ts';

const issuing = (caa: Caa) => recordsOf(caa, 'issue', 'issuewild').flatMap(({ value }) => parseIssue(value) ?? []);

export const caaNoAccounturi = checkOf(caaRecords(), {
  id: 'caa-no-accounturi',
  title: 'CAA restricts issuance to an account or validation method',
  finding: 'CAA does not restrict the account or validation method',
  judge: (caa) => {
    if (stoppingRecords(caa).all.length > 0)
      return notApplicable('A critical property with an unknown tag stops every CA; caa-invalid covers it');
    const named = issuing(caa).filter(({ issuer }) => issuer !== null);
    if (named.length === 0) return notApplicable('No issue property names a CA');
    const open = named.filter(
      ({ parameters }) => !parameters.has('accounturi') && !parameters.has('validationmethods'),
    );
    return open.length === 0
      ? null
      : `${listed([...new Set(open.map(({ issuer }) => issuer ?? ''))])} may issue to any account that passes domain validation; accounturi or validationmethods would restrict issuance.`;
  },
});

export const caaNoIssuemailIssuevmc = checkOf(caaRecords(), {
  id: 'caa-no-issuemail-issuevmc',
  title: 'CAA restricts S/MIME and BIMI certificates',
  finding: 'CAA does not restrict S/MIME or BIMI certificates',
  judge: (caa) => {
    if (recordsOf(caa, 'issue').length === 0) return notApplicable('There is no issue property');
    const absent = ['issuemail', 'issuevmc'].filter((tag) => recordsOf(caa, tag).length === 0);
    return absent.length === 0
      ? null
      : `The issue property covers server certificates only, and ${absent.join(' and ')} ${absent.length === 1 ? 'is' : 'are'} missing: every CA may issue ${absent.map((tag) => (tag === 'issuemail' ? 'S/MIME certificates' : 'mark certificates')).join(' and ')} for the domain.`;
  },
});

export const caaIodef = checkOf(caaRecords(), {
  id: 'caa-iodef',
  title: 'CAA has a contact for violation reports (iodef)',
  finding: 'CAA has no usable contact for violation reports (iodef)',
  judge: (caa) => {
    const addresses = recordsOf(caa, 'iodef').map(({ value }) => value);
    if (addresses.length === 0) return 'There is no iodef property, so refused requests are not reported.';
    const bad = addresses.filter((value) => !/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/i.test(value));
    return bad.length === 0 ? null : `iodef is ${listed(bad)}; CAs report to mailto: and https: URLs only.`;
  },
});

export const caaUnsigned = checkOf(caaRecords('+dnssec'), {
  id: 'caa-unsigned',
  title: 'CAA records are signed with DNSSEC',
  finding: 'CAA records are not signed with DNSSEC',
  judge: (caa) =>
    caa.authenticated
      ? null
      : `The answer for ${caa.foundAt} is not authenticated with DNSSEC. An attacker on the path between a CA and your name servers can suppress unsigned records; CAs must validate signed ones since 2026-03-15.`,
});
