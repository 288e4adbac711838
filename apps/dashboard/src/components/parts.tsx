import { safeText } from '@perimeter/report/safe-text';
import type { ReactElement, ReactNode } from 'react';
import { dayAndTime, relative } from '../lib/format.ts';
import { onlyReads, useFrame } from '../lib/frame.ts';
import { Icon, type IconName } from './icon.tsx';

/** Sent twice, as by two clicks, a form with it starts one audit. */
export const OnceField = (): ReactElement => <input type="hidden" name="once" value={crypto.randomUUID()} />;

/** Text of whatever origin: nothing in it can hide, reorder or overflow. */
export const clean = (text: string, maxLength = 2_000): string => safeText(text, { maxLength });

interface LinkProps {
  to: string;
  children: ReactNode;
  className?: string;
  current?: boolean | undefined;
  label?: string;
}

/** A link within the service, whatever stands before its paths. */
export function Link({ to, children, className, current = false, label }: LinkProps): ReactElement {
  const { base } = useFrame();
  return (
    <a href={`${base}${to}`} className={className} aria-current={current ? 'page' : undefined} aria-label={label}>
      {children}
    </a>
  );
}

/** A link to what somebody who only reads what the team has could not do there. */
export const WriterLink = (props: LinkProps): ReactElement | null =>
  onlyReads(useFrame()) ? null : <Link {...props} />;

/** What stands where others find what a reader of a team cannot do. */
export const ReadersCannot = ({ what = 'start audits' }: { what?: string }): ReactElement | null =>
  onlyReads(useFrame()) ? (
    <span className="small quiet">{`Readers cannot ${what}. Ask an admin of the team.`}</span>
  ) : null;

/** A point in time: UTC in words, and how long ago it was. */
export function Time({ at, withDistance = false }: { at: number; withDistance?: boolean }): ReactElement {
  const { nowMs } = useFrame();
  return (
    <>
      <time dateTime={new Date(at).toISOString()}>{dayAndTime(at)}</time>
      {withDistance ? `, ${relative(at, nowMs)}` : null}
    </>
  );
}

interface PartProps {
  id: string;
  title: string;
  about?: ReactNode;
  children: ReactNode;
}

/** A part of a document: its heading in the margin, its content beside it. */
export const Part = ({ id, title, about, children }: PartProps): ReactElement => (
  <section className="part" id={id} aria-labelledby={`h-${id}`}>
    <header>
      <h2 id={`h-${id}`}>{title}</h2>
      {about === undefined ? null : <p>{about}</p>}
    </header>
    <div>{children}</div>
  </section>
);

interface NoticeProps {
  title: string;
  children?: ReactNode;
  tone?: 'critical' | 'high' | 'medium' | 'low' | 'good' | '';
  icon?: IconName;
}

/** What a reader has to know before going on. */
export const Notice = ({ title, children, tone = '', icon = 'info' }: NoticeProps): ReactElement => (
  <div className={`notice ${tone}`}>
    <Icon name={icon} size={16} />
    <b>{title}</b>
    {children === undefined ? null : <span>{children}</span>}
  </div>
);

/** A button that copies a text; without script it is not there. */
export const CopyButton = ({
  label = 'Copy',
  what,
  text,
}: {
  label?: string;
  what?: string;
  text?: string;
}): ReactElement => (
  <copy-button data-text={text} hidden>
    <button className="button tiny" type="button" aria-label={what === undefined ? undefined : `${label} ${what}`}>
      <Icon name="copy" size={13} />
      <span>{label}</span>
    </button>
  </copy-button>
);

/** Lines that scroll sideways, with a button to copy them. */
export const Code = ({
  lines,
  label,
  isWrapped = false,
}: {
  lines: readonly string[];
  label: string;
  isWrapped?: boolean;
}): ReactElement => (
  <div className={`code${isWrapped ? ' wrapped' : ''}`}>
    <pre tabIndex={0} role="group" aria-label={label}>
      <code>
        {lines.map((line, index) => (
          <span key={index} className={`l${line.trimStart().startsWith('#') ? ' note' : ''}`}>
            {line === '' ? ' ' : line}
          </span>
        ))}
      </code>
    </pre>
    <CopyButton text={lines.join('\n')} what={label} />
  </div>
);
