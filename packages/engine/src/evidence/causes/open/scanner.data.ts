import type { OpenReason } from './open-reason.ts';

/** Why something about the audit itself was not seen. */
export const scannerReasons = {
  'evidence-missing': ['no-evidence', 'No {kind} evidence: {reason}'],
  'check-broke': ['internal-error', 'Internal error in this check'],
  'proxy-before-us': [
    'tls-intercepted',
    'tls_intercepted: a proxy intercepts TLS on the way from the auditing machine; {issuer} signs for {names}',
  ],
} as const satisfies Readonly<Record<string, OpenReason>>;
