import type { ReactElement, ReactNode } from 'react';
import { useFrame } from '../lib/frame.ts';
import { KeysHelp } from './keys-help.tsx';
import { Leaving } from './leaving.tsx';
import { Foot, TopBar } from './navigation.tsx';

interface DocumentProps {
  title: string;
  /** Which script the page needs. */
  script?: 'documents' | 'tools';
  /** Seconds after which a browser without script looks again. */
  refreshSeconds?: number;
  /** At which address; at this one where it is left out. */
  refreshTo?: string;
  withQuickStart?: boolean;
  mainClass?: string;
  children: ReactNode;
}

/** The frame of every page: head, bar, content, foot. */
export function Document({
  title,
  script = 'documents',
  refreshSeconds,
  refreshTo,
  withQuickStart = true,
  mainClass,
  children,
}: DocumentProps): ReactElement {
  const { assets, base } = useFrame();
  const asset = (name: string): string => `${base}/assets/${name}`;
  return (
    <html lang="en" data-base={base}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <link rel="icon" type="image/svg+xml" href={asset(assets.icon)} />
        {assets.fonts.map((font) => (
          <link key={font} rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={asset(font)} />
        ))}
        <link rel="stylesheet" href={asset(assets.style)} />
        <script type="module" src={asset(assets[script])} />
        {refreshSeconds === undefined ? null : (
          <noscript>
            <meta
              httpEquiv="refresh"
              content={`${refreshSeconds}${refreshTo === undefined ? '' : `; url=${refreshTo}`}`}
            />
          </noscript>
        )}
      </head>
      <body>
        <a className="skip" href="#main">
          Skip to the content
        </a>
        <TopBar withQuickStart={withQuickStart} />
        <main id="main" className={mainClass}>
          <Leaving />
          {children}
        </main>
        <Foot />
        <KeysHelp />
      </body>
    </html>
  );
}
