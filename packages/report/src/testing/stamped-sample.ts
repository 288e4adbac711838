// Documents with a time stamp by openssl's authority, and functions to read them.
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { openOpenssl, opensslMissing } from './openssl.ts';
import { base, options, sealed } from './sealed-sample.ts';
import { openAuthorities } from './time-stamp-authority.ts';
import { readPathCertificate } from '../certificate-path.ts';
import { createSigner, createSigningRoot } from '../seal/certificates.ts';
import { sealPdfWithTimeStamp } from '../seal/seal-pdf.ts';
import { openTimeStampExchange, type TimeStampDemands } from '../time-stamp/exchange.ts';
import { type SealVerification, type VerifyOptions, verifySealedPdf } from '../seal/verify-pdf.ts';

const openssl = opensslMissing === false ? openOpenssl() : null;
const authorities = openssl === null ? null : openAuthorities(openssl);
/** Why these tests are skipped, or false. */
export const skip = opensslMissing;

// openssl stamps with the machine's clock, so these documents are sealed now, with keys valid now.
/** When the documents are sealed, in epoch seconds. */
export const now = Math.floor(Date.now() / 1_000);
const root = await createSigningRoot(now);
const signer = await createSigner(root, now);
/** The roots under which the documents are signed. */
export const roots = [new X509Certificate(root.certificate)];
/** How the documents are sealed. */
export const today = {
  ...options,
  sealedAtMs: now * 1_000,
  sealer: { certificate: signer.certificate, chain: [root.certificate], key: signer.key },
};

/** The authorities; only if openssl is installed. */
export const kit = () => authorities ?? assert.fail();
/** The trusted time-stamping authorities. */
export const anchors = () => [readPathCertificate(kit().root.raw)];
/** The requirements for a time stamp. */
export const demands = (more: Partial<TimeStampDemands> = {}): TimeStampDemands => ({
  anchors: anchors(),
  policy: null,
  claimedMs: today.sealedAtMs,
  ...more,
});

/** A document with a time stamp from a given answer. */
export const stampedBy = async (answer: (request: Uint8Array) => Uint8Array, more: Partial<TimeStampDemands> = {}) =>
  sealPdfWithTimeStamp(base, today, async (signature) => {
    const exchange = openTimeStampExchange(signature, demands(more));
    return exchange.accept(answer(exchange.request));
  });

/** One check of a verification, by its name. */
export const check = (result: SealVerification, name: string) => result.checks.find((one) => one.name === name);
/** The checks that did not pass. */
export const failures = ({ checks }: SealVerification) => checks.filter(({ passed }) => passed !== true);
/** The verification of a document. */
export const verified = (pdf: Uint8Array, more: VerifyOptions = {}) => verifySealedPdf(pdf, roots, more);

/** A document with a time stamp. */
export const stamped = skip === false ? await stampedBy((request) => kit().reply(request)) : sealed;
