import type { Control, ControlState } from '@perimeter/contract/account/control';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Field, Form, type Values } from '../components/form.tsx';
import { clean, Notice, ReadersCannot } from '../components/parts.tsx';
import { ProblemNotice } from '../components/problem-notice.tsx';
import { onlyReads, useFrame } from '../lib/frame.ts';
import { day, relative } from '../lib/format.ts';
import { request } from '../lib/request.ts';
import { CodeBlock } from './code-block.tsx';

const states: Readonly<Record<ControlState, readonly [tone: string, text: string]>> = {
  asked: ['', 'not proved yet'],
  held: ['on', 'proved'],
  lapsed: ['warn', 'lapsed'],
};
const places = { dns: 'TXT record', file: 'file' } as const;
const pathOf = (domain: string): string => `/api/controls/${encodeURIComponent(domain)}`;

/** What to publish; open while nothing is proved. */
const ToPublish = ({ control: { state, record, file, token } }: { control: Control }): ReactElement => (
  <details className="more" open={state !== 'held'}>
    <summary>What to publish</summary>
    <div className="stack">
      <p className="small">
        Publish this TXT record, or a file with the value on a line of its own, and leave it there: it is looked for
        every day. The record proves the names below the domain too, the file the domain alone.
      </p>
      <CodeBlock what="TXT record" lines={[`${record}. TXT "${token}"`]} />
      <CodeBlock what="file" lines={[`# ${file}`, token]} />
    </div>
  </details>
);

/** When the proof was found, and until when it holds. */
function Standing({ control }: { control: Control }): ReactElement {
  const { nowMs } = useFrame();
  const { how, provedAt, lapsesAt, checkedAt } = control;
  if (how === null || provedAt === null || lapsesAt === null)
    return (
      <p className="small quiet">
        {checkedAt === null ? 'Nobody has looked for it yet.' : 'Neither the record nor the file had the value.'}
      </p>
    );
  return (
    <p className="small quiet">
      {places[how]} found {relative(provedAt, nowMs)};{' '}
      {control.state === 'held'
        ? `holds until ${day(lapsesAt)} unless it is found again`
        : `lapsed on ${day(lapsesAt)}`}
      .
    </p>
  );
}

/** The badge with what shows it on other pages. */
function Badge({ domain, url, onEnd }: { domain: string; url: string; onEnd: () => void }): ReactElement {
  const frame = useFrame();
  const { base } = frame;
  const name = clean(domain, 253);
  // The picture by its path: what the page may load is this service alone, whatever address it gives to others.
  const own = `${base}/badge/${url.split('/').at(-1) ?? ''}`;
  return (
    <div className="stack">
      <p>
        <img src={own} alt={`Badge of ${name}`} height="20" />
      </p>
      <CodeBlock what="HTML" lines={[`<img src="${url}" alt="Perimeter: grade of ${domain}" height="20">`]} />
      <CodeBlock what="Markdown" lines={[`![Perimeter: grade of ${domain}](${url})`]} />
      <p className="small quiet">
        Anyone who sees it learns grade and date of your latest audit of {name}, also where that is private. It says
        “not available” for a provisional result and once control has lapsed.
      </p>
      {onlyReads(frame) ? null : (
        <p>
          <button className="button tiny danger" type="button" aria-label={`End the badge of ${name}`} onClick={onEnd}>
            End the badge
          </button>
        </p>
      )}
    </div>
  );
}

function OneControl({ control }: { control: Control }): ReactElement {
  const { domain, state, badge } = control;
  const isReader = onlyReads(useFrame());
  const client = useQueryClient();
  const act = useMutation({
    mutationFn: async ([method, to]: readonly ['POST' | 'PUT' | 'DELETE', string]) =>
      request<Control | null>(method, `${pathOf(domain)}${to}`),
    onSuccess: async () => client.invalidateQueries({ queryKey: ['controls'] }),
  });
  const name = clean(domain, 253);
  const [tone, text] = states[state];
  const end = (): void => {
    if (window.confirm(`End control of ${domain}, and its badge?`)) act.mutate(['DELETE', '']);
  };
  return (
    <section className="panel" aria-labelledby={`of-${domain}`}>
      <header>
        <h2 id={`of-${domain}`} className="break">
          {name}
        </h2>
        <span className={`tag ${tone}`}>{text}</span>
      </header>
      <div className="stack">
        <ProblemNotice error={act.error} />
        {act.variables?.[1] === '/check' && act.isSuccess && state !== 'held' ? (
          <Notice title="Not found yet" tone="medium" icon="warn">
            New DNS records can take some minutes until all resolvers know them.
          </Notice>
        ) : null}
        <Standing control={control} />
        <ToPublish control={control} />
        {badge === null ? null : <Badge domain={domain} url={badge} onEnd={() => act.mutate(['DELETE', '/badge'])} />}
        <p className="row" hidden={isReader}>
          <button
            className="button"
            type="button"
            disabled={act.isPending}
            aria-label={`Check now: ${name}`}
            onClick={() => act.mutate(['POST', '/check'])}
          >
            {act.isPending && act.variables[1] === '/check' ? 'Looking …' : 'Check now'}
          </button>
          {state === 'held' && badge === null ? (
            <button
              className="button"
              type="button"
              aria-label={`Make a badge for ${name}`}
              onClick={() => act.mutate(['PUT', '/badge'])}
            >
              Make a badge
            </button>
          ) : null}
          <button className="button danger" type="button" aria-label={`End control of ${name}`} onClick={end}>
            End
          </button>
        </p>
      </div>
    </section>
  );
}

/** The domains that an account proves to control, and their badges. */
export function Controls(): ReactElement {
  const client = useQueryClient();
  const [begun, setBegun] = useState(0);
  const list = useQuery({
    queryKey: ['controls'],
    queryFn: async () => request<{ controls: Control[] }>('GET', '/api/controls'),
  });
  const begin = useMutation({
    mutationFn: async ({ domain }: Values) => request<Control>('PUT', pathOf(domain ?? '')),
    onSuccess: async () => {
      setBegun(begun + 1);
      await client.invalidateQueries({ queryKey: ['controls'] });
    },
  });
  const controls = list.data?.controls;
  return (
    <>
      <section className="panel" aria-labelledby="prove">
        <header>
          <h2 id="prove">Prove a domain</h2>
        </header>
        {onlyReads(useFrame()) ? (
          <ReadersCannot what="prove domains" />
        ) : (
          <Form
            key={begun}
            action="Start"
            isBusy={begin.isPending}
            error={begin.error}
            onSend={(values) => begin.mutate(values)}
          >
            <Field label="Domain" name="domain" autoComplete="off" hint="Such as example.com." />
          </Form>
        )}
      </section>
      <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />
      {controls === undefined ? (
        <p className="quiet">{list.isError ? 'The domains could not be loaded.' : 'Loading …'}</p>
      ) : (
        controls.map((control) => <OneControl key={control.domain} control={control} />)
      )}
    </>
  );
}
