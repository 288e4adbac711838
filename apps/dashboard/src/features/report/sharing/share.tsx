import { shareDays } from '@perimeter/contract/answers/share';
import type { ReactElement } from 'react';
import { CopyButton } from '../../../components/parts.tsx';
import { useFrame } from '../../../lib/frame.ts';

/** Whether the reader may share a report, and who may read it now. */
export interface Sharing {
  isOwn: boolean;
  isPrivate: boolean;
}

/** Links of its own for a report, which end by themselves; script lists, makes and ends them. */
const Links = ({ id, isPrivate }: { id: string; isPrivate: boolean }): ReactElement => (
  <share-links data-audit={id}>
    <div hidden>
      <h3>Links that expire</h3>
      <p className="small">They show this report without an account, also while the audit is private.</p>
      <form className="form">
        <div className="row share-new">
          <select name="days" aria-label="Expires after" defaultValue="30">
            {shareDays.map((days) => (
              <option key={days} value={days}>
                {days} days
              </option>
            ))}
          </select>
          <button className="button primary" type="submit">
            Make a link
          </button>
        </div>
        <label className="choice">
          <input type="checkbox" name="redacted" />
          Leave out evidence and hosts
        </label>
        <label className="choice">
          <input type="checkbox" name="answers" />
          Let its readers answer issues
        </label>
      </form>
      <div className="share-made" hidden>
        <code />
        <p className="row">
          <button className="button tiny" type="button" data-copy="">
            Copy
          </button>
          <span className="small">Copy it now: it is not shown again.</span>
        </p>
      </div>
      <p className="small" role="status" />
      <ul className="share-list" />
      <h3>Who can read the audit</h3>
      <label className="choice">
        <input type="checkbox" data-private="" defaultChecked={isPrivate} />
        Private: only your account, and links that expire
      </label>
    </div>
  </share-links>
);

/** How to let others read a report. */
export function Share({ id, sharing }: { id: string; sharing: Sharing }): ReactElement {
  const { origin, base } = useFrame();
  const address = `${origin}${base}/audits/${id}`;
  return (
    <div id="share" popover="auto" className="popover">
      <h2>Share</h2>
      <p className="small">
        {sharing.isPrivate
          ? 'This audit is private: only your account can open its address.'
          : 'Anyone who has this address can read the report.'}
      </p>
      <code>{address}</code>
      <CopyButton text={address} what="the address" label="Copy address" />
      {sharing.isOwn ? <Links id={id} isPrivate={sharing.isPrivate} /> : null}
    </div>
  );
}
