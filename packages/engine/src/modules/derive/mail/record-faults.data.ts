import type { BimiProblem } from '@perimeter/protocols/bimi/record';
import type { DkimProblem } from '@perimeter/protocols/dkim/key-record';
import type { MtaStsPolicyProblem } from '@perimeter/protocols/mta-sts/policy';
import type { MtaStsRecordProblem } from '@perimeter/protocols/mta-sts/record';
import type { SpfProblemCode } from '@perimeter/protocols/spf/terms';
import type { TlsRptProblem } from '@perimeter/protocols/tls-rpt/record';

/** What is wrong with a term of an SPF record. */
export const spfFaults: Readonly<Record<SpfProblemCode, string>> = {
  'not-ascii': 'a character outside ASCII',
  'unknown-mechanism': 'unknown mechanism',
  'domain-missing': 'domain missing',
  'domain-invalid': 'invalid domain',
  'address-invalid': 'invalid address',
  'prefix-length-invalid': 'invalid prefix length',
  'argument-not-allowed': 'argument not allowed',
  'macro-invalid': 'invalid macro',
  'modifier-repeated': 'modifier repeated',
};

/** What is wrong with a DKIM record, before the text in question. */
export const dkimFaults: Readonly<Record<DkimProblem['code'], string>> = {
  'tag-repeated': 'a tag is repeated',
  'version-not-first': 'v is not the first tag',
  'version-unknown': 'v is not DKIM1',
  'tag-malformed': 'a tag is malformed',
  'tag-removed': 'the tag g is obsolete',
  'tag-unknown': 'a tag is unknown',
};

/** The fault of a part of a BIMI record, as a clause after that part. */
export const bimiFaults: Readonly<Record<BimiProblem['code'], string>> = {
  'tag-malformed': 'is no tag',
  'tag-repeated': 'is repeated',
  'logo-missing': 'l is missing',
  'address-not-https': 'is no https address',
  'value-invalid': 'is no valid value of avp',
};

/** What is wrong with an MTA-STS record, before the text in question. */
export const mtaStsFaults: Readonly<Record<MtaStsRecordProblem['code'], string>> = {
  'tag-malformed': 'malformed tag',
  'tag-repeated': 'repeated tag',
  'id-missing': 'no id',
  'id-invalid': 'invalid id',
};

/** Faults of an MTA-STS policy. */
export const mtaStsPolicyFaults: Readonly<Record<MtaStsPolicyProblem['code'], string>> = {
  'line-malformed': 'a line without a field',
  'version-missing': 'no "version: STSv1"',
  'mode-invalid': 'no valid mode',
  'max-age-invalid': 'no max_age from 0 to 31557600',
  'mx-missing': 'no mx',
  'mx-invalid': 'an invalid mx',
  'field-repeated': 'a repeated field',
};

/** What is wrong with a TLS-RPT record, before the text in question. */
export const tlsRptFaults: Readonly<Record<TlsRptProblem['code'], string>> = {
  'tag-malformed': 'malformed tag',
  'tag-repeated': 'repeated tag',
  'rua-missing': 'no rua',
  'rua-invalid': 'invalid address in rua',
};
