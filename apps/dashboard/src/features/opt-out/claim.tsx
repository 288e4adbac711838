import { listedName } from '@perimeter/report/verdict/names';
import type { ReactElement } from 'react';
import { Icon } from '../../components/icon.tsx';
import { clean, Code, Notice } from '../../components/parts.tsx';
import { useFrame } from '../../lib/frame.ts';
import type { OptOutClaim, OptOutProps } from '../../lib/opt-out-props.ts';

/** What to publish, and the button that looks for it. */
function Proof({ claim }: { claim: OptOutClaim }): ReactElement {
  const { base } = useFrame();
  const { name, token, record, file, state } = claim;
  return (
    <div className="stack">
      {state === 'unproved' ? (
        <Notice title="Not found yet" tone="medium" icon="warn">
          Neither the record nor the file has the value. New DNS records can take some minutes until all resolvers know
          them.
        </Notice>
      ) : null}
      <p>
        Publish this TXT record for {clean(listedName(name), 520)}
        {file === null ? '' : ', or a file with the value alone'}, then check. It can be removed afterwards.
      </p>
      <Code lines={[`${record}. TXT "${token}"`]} label="TXT record" isWrapped />
      {file === null ? null : <Code lines={[`# ${file}`, token]} label="File" isWrapped />}
      <form action={`${base}/opt-out#out`} method="post">
        <input type="hidden" name="target" value={name} />
        <button className="button primary" type="submit" name="act" value="check">
          Check and opt out
        </button>
      </form>
    </div>
  );
}

/** Claims a domain or a network, without script. */
export function ClaimForm({ claim, mistake, typed }: Pick<OptOutProps, 'claim' | 'mistake' | 'typed'>): ReactElement {
  const { base } = useFrame();
  if (claim?.state === 'done')
    return (
      <Notice title={`${clean(listedName(claim.name), 520)} is opted out`} tone="good" icon="check">
        It is no longer audited, as of now.
      </Notice>
    );
  return (
    <div className="stack">
      <form className="row filter" action={`${base}/opt-out#out`} method="post">
        <div className="field">
          <label htmlFor="target">Domain, address or network</label>
          <input
            id="target"
            name="target"
            type="text"
            autoCapitalize="off"
            autoComplete="off"
            spellCheck={false}
            required
            maxLength={300}
            placeholder="example.com or 203.0.113.0/24"
            defaultValue={claim?.name ?? clean(typed, 300)}
            aria-describedby={mistake === null ? undefined : 'target-error'}
            aria-invalid={mistake === null ? undefined : true}
          />
        </div>
        <button className="button" type="submit">
          Show what to publish
        </button>
      </form>
      {mistake === null ? null : (
        <p className="refusal" id="target-error" role="alert">
          <Icon name="warn" size={16} />
          <span>{mistake}</span>
        </p>
      )}
      {claim === null ? null : <Proof claim={claim} />}
    </div>
  );
}
