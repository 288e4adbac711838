import type { DetailedHTMLProps, HTMLAttributes } from 'react';

type Custom = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> &
  Record<`data-${string}`, string | undefined>;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'accept-risk': Custom;
      'copy-button': Custom;
      'domain-words': Custom;
      'finding-filter': Custom;
      'live-audit': Custom;
      'pdf-file': Custom;
      'retry-after': Custom;
      'section-spy': Custom;
      'share-answers': Custom;
      'share-links': Custom;
      'stack-memory': Custom;
      'verify-file': Custom;
      'what-if': Custom;
    }
  }
}
